-- SPDX-License-Identifier: MIT
-- As fires-configures-each-step.sql, with a stream that each step makes and destroys: these calls are a tenth of what the GPU
-- idles for. That stream-in-loop has found them says nothing of the rest.
-- expect: severity=warning, occurrences=39, headline~other CUDA calls
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (104000 * new.i, 15000, 'cudaCreateTextureObject_v5000'),
		(104000 * new.i + 15200, 15000, 'cudaCreateTextureObject_v5000'), (104000 * new.i + 30300, 2200, 'cudaStreamCreate_v3020');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (104000 * new.i + 32700, 104000 * new.i + 38200, 58000, 5);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (104000 * new.i + 36200, 63000, 1);
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (104000 * new.i + 99400, 2200, 'cudaStreamDestroy_v5050');
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
