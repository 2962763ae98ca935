-- SPDX-License-Identifier: MIT
-- As fires-unwritten.sql, but the copy back is at 3 GB/s: the pages are there.
-- include: repeated-copy/fires-unwritten.sql
UPDATE copy SET duration_ns = 89478485 WHERE copy_kind = 2;
