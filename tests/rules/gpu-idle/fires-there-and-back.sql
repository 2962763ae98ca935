-- SPDX-License-Identifier: MIT
-- Nineteen rounds, and one that ends the run: a kernel, 16 MiB come to the host in 3 ms, it works for 5 ms, and the same memory goes back in 2 ms. The finding tells
-- of all three at once, and how to be rid of all.
-- expect: evidence~"there and back 19 times: 16.0 MiB come to the host in 3.000 ms, it works for 5.0", evidence~"16.0 MiB of the same memory go back in 2.000 ms, on average: 190.4 ms in all", evidence~"which pageable-copy is about as well", advice~"let a kernel do that where the data is", gain=null
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (11000000 * new.i, 11000000 * new.i + 6000, 800000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api, host_address)
		VALUES (11000000 * new.i + 5000, 3820000, 11000000 * new.i + 810000, 3000000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020', 1 << 40);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async, api, host_address)
		VALUES (11000000 * new.i + 8825000, 2020000, 11000000 * new.i + 8840000, 2000000, 16 << 20, 0, 0, 'cudaMemcpy_v3020', 1 << 40);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
