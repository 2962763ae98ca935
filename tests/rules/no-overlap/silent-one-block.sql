-- SPDX-License-Identifier: MIT
-- One large step whose kernel is a single block: it cannot be cut.
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id) VALUES (0, 10000, 2400000, 128 << 20, 11);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES (4000, 2412000, 2000000, 11, 2);
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
	VALUES (8000, 4414000, 2400000, 128 << 20, 2, 11);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (12000, 6805000);
