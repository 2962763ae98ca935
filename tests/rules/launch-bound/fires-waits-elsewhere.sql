-- SPDX-License-Identifier: MIT
-- Ten times: 160 short kernels, four in turns, without any wait; and then 60 steps of two kernels of 40 us and a number that the host
-- takes, which is another loop: no wait is in the way of a graph of the first.
-- expect: severity=warning, occurrences=1596, evidence!~between the parts, evidence!~in the way of a graph, advice!~"A graph holds no wait", advice~"A graph needs the same launches each time"
CREATE TEMP TABLE do_phase (i INTEGER);
CREATE TEMP TABLE do_step (at INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
		SELECT new.at + 5000 * value, 4700, new.at + 7000 + 41000 * value, 40000, 1 + value FROM json_each('[0, 1]');
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind) SELECT new.at + 10000, new.at + 89000, 2000, 4, 2;
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) SELECT new.at + 15000, 77000, 1;
END;
CREATE TEMP TRIGGER do_phase_row AFTER INSERT ON do_phase BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 159)
		SELECT 7000000 * new.i + 5000 * k, 4700, 7000000 * new.i + 7000 + 5000 * k, 1000, 1 + k % 4 FROM n;
	INSERT INTO do_wait (call_ns, call_duration_ns) SELECT 7000000 * new.i + 801000, 6000;
	INSERT INTO do_step WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 59) SELECT 7000000 * new.i + 900000 + 100000 * k FROM n;
END;
INSERT INTO do_phase WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n;
