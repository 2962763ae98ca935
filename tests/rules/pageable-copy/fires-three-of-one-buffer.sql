-- SPDX-License-Identifier: MIT
-- As fires-three-as-a-note.sql, but the three copies have one address, at which the host has the time to write in between: one
-- buffer is pinned, which that pays for.
-- expect: severity=warning, gain_ns=1600000..1700000, occurrences=3, evidence~"takes 559.2 us longer than malloc()", evidence~"for 8.00 MiB, once"
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async, api)
	VALUES (0, 930000, 20000, 900000, 8 << 20, 0, 0, 'cudaMemcpy_v3020');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (930500, 936000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async, api)
	VALUES (2000000, 930000, 2020000, 900000, 8 << 20, 0, 0, 'cudaMemcpy_v3020');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (2930500, 2936000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async, api)
	VALUES (4000000, 930000, 4020000, 900000, 8 << 20, 0, 0, 'cudaMemcpy_v3020');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (4930500, 4936000, 500000, 5);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (4935000, 505000);
INSERT INTO copy_address (correlation_id, host_address) SELECT correlation_id, 1 << 40 FROM copy;
