-- SPDX-License-Identifier: MIT
-- One large step of pageable memory: pageable-copy says what to do first.
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, stream_id, is_pinned)
	VALUES (0, 2412000, 10000, 2400000, 24 << 20, 11, 0);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES (2413000, 2420000, 2000000, 11, 5);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2418000, 2005000);
