-- SPDX-License-Identifier: MIT
-- do_round: round I, of 2 ms: 8 MiB of pageable memory go in, a kernel of 20 us, BYTES_OUT come out.
CREATE TEMP TABLE do_round (i INTEGER, bytes_out INTEGER);
CREATE TEMP TRIGGER do_round_row AFTER INSERT ON do_round BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async)
		VALUES (2000000 * new.i, 910000, 2000000 * new.i + 5000, 900000, 8 << 20, 0, 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (2000000 * new.i + 915000, 2000000 * new.i + 920000, 20000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async)
		VALUES (2000000 * new.i + 920000, 930000, 2000000 * new.i + 945000, 900000, new.bytes_out, 2, 0, 0);
END;
