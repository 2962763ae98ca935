-- SPDX-License-Identifier: MIT
-- do_step: step I of 300 us: a kernel of 200 us, and behind it a copy within the GPU of BYTES, which takes 90 us.
CREATE TEMP TABLE do_step (i INTEGER, bytes INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (10000 * new.i, 6000 + 300000 * new.i, 200000, 5);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind)
		VALUES (10000 * new.i + 5000, 207500 + 300000 * new.i, 90000, new.bytes, 8);
END;
