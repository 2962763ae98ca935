-- SPDX-License-Identifier: MIT
-- As fires-unwritten.sql, but the host has a millisecond between the kernel and the copy back: it may have freed the memory,
-- and have got other memory there.
-- include: repeated-copy/fires-unwritten.sql
UPDATE api_call SET start_ns = start_ns + 1000000 WHERE id = (SELECT max(id) FROM api_call);
UPDATE copy SET start_ns = start_ns + 1000000 WHERE copy_kind = 2;
