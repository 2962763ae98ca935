-- SPDX-License-Identifier: MIT
-- Twenty copies to the host take most of the time, at a quarter of the rate of the one to the device: something else than
-- the bus holds them.
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id) VALUES (0, 10000, 310000, 16 << 20, 11);
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id, copy_kind)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 4000 + 4000 * i, 320000 + 1240000 * i, 1240000, 16 << 20, 11 + i % 4, 2 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (90000, 25040000);
