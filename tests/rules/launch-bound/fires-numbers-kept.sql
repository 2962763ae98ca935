-- SPDX-License-Identifier: MIT
-- As fires-numbers.sql, but 4 KiB are copied behind each row: small arrays, not numbers.
-- include: numbers.sql
-- expect: advice!~"Compute them on the host", advice~"CUDA graph"
UPDATE copy SET size_bytes = 4096;
