-- SPDX-License-Identifier: MIT
-- As fires-numbers.sql, but behind 20 of the 30 rows 4 KiB are copied: small arrays, most often.
-- include: numbers.sql
-- expect: advice!~"Compute them on the host", advice~"CUDA graph"
UPDATE copy SET size_bytes = 4096 WHERE id <= 20;
