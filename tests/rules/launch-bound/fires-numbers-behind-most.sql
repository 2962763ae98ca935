-- SPDX-License-Identifier: MIT
-- As fires-numbers.sql, but behind 12 of the 30 rows 4 KiB are copied: the others are what there is most of.
-- include: numbers.sql
-- expect: advice~"Compute them on the host"
UPDATE copy SET size_bytes = 4096 WHERE id <= 12;
