-- SPDX-License-Identifier: MIT
-- The main thread launches 250 kernels of 1 us, one every 5 us, and the one in which PyTorch computes gradients as many. Of the main
-- thread's samples one is in its own launches, at line 10, and five are at line 20, where it waits for the other thread, which runs
-- Python itself in one of the five. Half of the time is each thread's, however they were sampled, and of the second half that Python has 200 of 1,600 us.
-- That are 94 % and 6 %; six samples do not tell it as well as that.
-- expect: severity=warning, evidence~"54 to 99 % (6 samples) in main() train.py (lines 10, 20)", evidence~"1 to 46 % (6 samples) in backward() gate.py:5"
UPDATE thread SET name = 'pt_autograd_0' WHERE id = 2;
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'main'), (9002, '/home/me/gate.py'), (9003, 'backward');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 10), (2, 9000, 9001, 20), (3, 9002, 9003, 5);
INSERT INTO host_stack VALUES (1, NULL, 1), (2, NULL, 2), (3, NULL, 3);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late) VALUES (600000, 1, 1, 590000, 0),
	(1400000, 1, 2, 1390000, 0), (1600000, 1, 2, 1590000, 0), (1800000, 1, 2, 1790000, 0), (2000000, 1, 2, 1990000, 0),
	(2200000, 1, 2, 2190000, 0), (1800000, 2, 3, 1790000, 0);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, thread_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 5000 * i, 4700, 7000 + 5000 * i, 1000, 1 + (i >= 250) FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2500000, 6000);
