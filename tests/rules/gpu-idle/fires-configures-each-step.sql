-- SPDX-License-Identifier: MIT
-- Each of forty steps waits for its kernel and then makes two descriptors, 30 us in calls that are neither launches nor
-- copies: what the GPU idles for is these, not the wait.
-- expect: severity=warning, occurrences=39, headline~other CUDA calls, evidence~"39 calls, all in cudaStreamSynchronize"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (100000 * new.i, 15000, 'cudaCreateTextureObject_v5000'),
		(100000 * new.i + 15200, 15000, 'cudaCreateTextureObject_v5000');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (100000 * new.i + 30500, 100000 * new.i + 36000, 58000, 5);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (100000 * new.i + 34000, 63000, 1);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
