-- SPDX-License-Identifier: MIT
-- As fires-unwritten.sql, but the copy in is as slow: it is the bus, or the host.
-- include: repeated-copy/fires-unwritten.sql
UPDATE copy SET start_ns = start_ns - 90000000, duration_ns = duration_ns + 90000000 WHERE copy_kind = 1;
