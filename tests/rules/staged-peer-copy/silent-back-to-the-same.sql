-- SPDX-License-Identifier: MIT
-- Ten times the program copies to the host and back to the same GPU, more each time.
-- include: peers.sql
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 4000 * i, 100000 + 161000 * i, 160000, (8 << 20) + 4096 * (i / 2), 2 - i % 2, 11 FROM n;
