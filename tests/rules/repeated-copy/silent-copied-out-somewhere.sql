-- SPDX-License-Identifier: MIT
-- Results are copied out to an address that is not known: perhaps into the same memory.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_async, is_pinned, host_address)
		VALUES (640000 * new.i, 615000, 10000 + 640000 * new.i, 600000, 32 << 20, 0, 0, 1 << 40);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (616000 + 640000 * new.i, 616000 + 4000 + 640000 * new.i, 5000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_async, is_pinned, host_address)
		VALUES (620000 + 640000 * new.i, 15000, 626000 + 640000 * new.i, 5000, 65536, 2, 0, 0, NULL);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (20 * 640000, 10000);
