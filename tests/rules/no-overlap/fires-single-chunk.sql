-- SPDX-License-Identifier: MIT
-- One step of 128 MiB: copied in for 2.4 ms, computed for 2 ms, copied out for 2.4 ms. Sixteen chunks of it would take
-- about 2.4 ms and the first and last chunk's other parts.
-- expect: severity=note, gain=null, occurrences=1, cost_ns=4000000..4200000, headline~1 step, advice~16 chunks
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id) VALUES (0, 10000, 2400000, 128 << 20, 11);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES (4000, 2412000, 2000000, 11, 5);
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
	VALUES (8000, 4414000, 2400000, 128 << 20, 2, 11);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (12000, 6805000);
