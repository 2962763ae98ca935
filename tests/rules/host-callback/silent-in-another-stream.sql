-- SPDX-License-Identifier: MIT
-- Ten steps of two kernels in one stream, the second of which starts 50 us after the first has ended, who knows why.
-- The host functions are in another stream, which has nothing behind them.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id)
		VALUES (20000 * new.i, 6000 + 92100 * new.i, 20000, 11);
	INSERT INTO do_host_function (call_ns, stream_id) VALUES (4000 + 20000 * new.i, 12);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id)
		VALUES (11000 + 20000 * new.i, 77000 + 92100 * new.i, 20000, 11);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (210000, 725000);
