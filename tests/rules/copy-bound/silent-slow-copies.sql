-- SPDX-License-Identifier: MIT
-- Most of the run is copying, but at a tenth of the bus: something else holds it.
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2)
	SELECT 1500000 * i, 1430000, 10000 + 1500000 * i, 1403000, 8 << 20, 0 FROM n;
