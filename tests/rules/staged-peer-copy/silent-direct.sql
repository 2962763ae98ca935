-- SPDX-License-Identifier: MIT
-- With access, copies between GPUs are one each.
-- include: peers.sql
CREATE TEMP TABLE step (i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (10000 * new.i, 100000 + 130000 * new.i, 100000, 11, 4);
	INSERT INTO do_direct VALUES (10000 * new.i + 5000, 201500 + 130000 * new.i);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n;
