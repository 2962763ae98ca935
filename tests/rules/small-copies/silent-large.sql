-- SPDX-License-Identifier: MIT
-- Many copies in a row, each large enough to fill the bus.
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT 4000 * i, 10000 + 155000 * i, 154000, 8 << 20, 11 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (90000, 3025000);
