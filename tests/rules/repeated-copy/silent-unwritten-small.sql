-- SPDX-License-Identifier: MIT
-- As fires-unwritten.sql, but of half a MiB: so little may be slow for other reasons.
-- include: repeated-copy/fires-unwritten.sql
UPDATE copy SET size_bytes = 1 << 19;
