-- SPDX-License-Identifier: MIT
-- fires-fresh-memory's slow copies, but of a model that is saved behind the loop: twelve tensors of a size, converted one by one. Each has
-- a buffer of its own, which stays: to pin all of them takes longer than copying.
-- expect: severity=note, gain=null, evidence~"192 MiB, once"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199) SELECT 1000000 * i, 1000000 * i + 6000, 900000, 5 FROM n;
CREATE TEMP TABLE do_tensor (i INTEGER);
CREATE TEMP TRIGGER do_tensor_row AFTER INSERT ON do_tensor BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (201000000 + 9000000 * new.i, 201006000 + 9000000 * new.i, 20000, 1);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned)
		VALUES (201010000 + 9000000 * new.i, 7030000, 201030000 + 9000000 * new.i, 7000000, 16 << 20, 2, 0);
END;
INSERT INTO do_tensor WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT i FROM n;
