-- SPDX-License-Identifier: MIT
-- The host waits for the device once, before its loop, and for a stream behind each kernel of the loop: the waits are
-- those for the stream, and the first of them is not the rule.
-- expect: severity=warning, occurrences=29, evidence~"cudaStreamSynchronize (28) and cudaDeviceSynchronize (1), ", gain_percent=30..60
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (25000 * new.i, 5500 + 25000 * new.i, 10000);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) SELECT 5300 + 25000 * new.i, 16000, nullif(new.i > 0, 0);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
