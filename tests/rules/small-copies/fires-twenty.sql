-- SPDX-License-Identifier: MIT
-- Twenty pieces of 4 KiB, one every 4 us.
-- expect: subject="host to device", severity=warning, occurrences=20
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, stream_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT 2000 * i, 1800, 9000 + 4000 * i, 2000, 4096, 11 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (41000, 50000);
