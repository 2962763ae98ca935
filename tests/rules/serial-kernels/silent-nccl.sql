-- SPDX-License-Identifier: MIT
-- Thirty all-reduces of NCCL in one stream, issued ahead: small grids, but each waits for other GPUs.
-- include: nccl.sql
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29)
	SELECT 4000 * i, 6000 + 51100 * i, 50000, 11, 20 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (125000, 1415000);
