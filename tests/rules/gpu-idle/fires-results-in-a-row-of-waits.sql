-- SPDX-License-Identifier: MIT
-- The host waits for three streams in a row: for kernels, for a copy that is there already, and once more for nothing.
-- expect: evidence~"200 copies of 40 B to the host"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES (0, 6000, 1000, 11, 3);
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
		VALUES (100000 + 100000 * new.i, 100000 + 100000 * new.i + 5000, 2000, 40, 2, 12);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (100000 + 100000 * new.i + 5000, 100000 + 100000 * new.i + 12000, 20000, 11, 3);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id, api) VALUES
		(100000 + 100000 * new.i + 10000, 23000, 11, 'cudaStreamSynchronize'),
		(100000 + 100000 * new.i + 34000, 2000, 12, 'cudaStreamSynchronize'),
		(100000 + 100000 * new.i + 37000, 2000, 12, 'cudaStreamSynchronize');
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199) SELECT i FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	VALUES (20160000, 20166000, 20000, 11, 3);
