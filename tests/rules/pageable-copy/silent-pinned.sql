-- SPDX-License-Identifier: MIT
-- Pinned memory at the rate of the link.
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 7) SELECT 4000 * i, 10000 + 155000 * i, 154000, 8 << 20, 11 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (40000, 1215000);
