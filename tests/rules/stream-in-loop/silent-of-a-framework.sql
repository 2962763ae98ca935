-- SPDX-License-Identifier: MIT
-- Kernels of PyTorch's, between which events are made and destroyed: nothing says that the program does so, which could keep them.
-- include: operations.sql
CREATE TEMP TABLE do_turn (i INTEGER);
CREATE TEMP TRIGGER do_turn_row AFTER INSERT ON do_turn BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (90000 * new.i, 20000, 'cudaEventCreateWithFlags_v3020');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (90000 * new.i + 21000, 90000 * new.i + 27000, 30000, 5);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (90000 * new.i + 25000, 35000);
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (90000 * new.i + 61000, 15000, 'cudaEventDestroy_v3020');
END;
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
