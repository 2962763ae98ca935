-- SPDX-License-Identifier: MIT
-- Thirty turns: three kernels that are awaited one by one, with 20 us of the host's work behind each, and a number that is copied to the host, with 2 ms of it
-- behind: the waits for kernels are more, and the time is behind the copies.
-- expect: headline~"work of its own", evidence~"29 in cudaMemcpy, behind which it idled for 59", evidence!~"in cudaDeviceSynchronize"
CREATE TEMP TABLE turn (i INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER turn_row AFTER INSERT ON turn BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (new.start_ns, new.start_ns + 6000, 300000, 4);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (new.start_ns + 4000, 304000);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (new.start_ns + 330000, new.start_ns + 336000, 300000, 4);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (new.start_ns + 334000, 304000);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (new.start_ns + 660000, new.start_ns + 666000, 300000, 4);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
		VALUES (new.start_ns + 664000, 310000, new.start_ns + 968000, 2000, 4, 2, 0, 0, 'cudaMemcpy_v3020');
END;
INSERT INTO turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 3000000 * i FROM n;
