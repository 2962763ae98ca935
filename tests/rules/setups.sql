-- SPDX-License-Identifier: MIT
-- do_round: round I of 100 ms. Thread 1 is sampled every 10 ms: for 50 ms in STACK_ID, then in main(). WORK operations
-- of 100 us follow, one every 2 ms. Stacks: 1 main(); 2 step(), from main() line 10; below step() line 20: 3 JAX compiles, 4 Triton's
-- autotuner, 5 a DataLoader begins, 6 a process starts, 7 a compiler is imported, 8 do_bench(); 11 JAX, below main() line 30; 10 Triton
-- compiles for its autotuner.
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'main'), (9002, 'step'),
	(9010, '/v/lib/python3.11/site-packages/jax/_src/compiler.py'), (9011, 'backend_compile_and_load'),
	(9020, '/v/lib/python3.11/site-packages/triton/runtime/autotuner.py'), (9021, 'Autotuner._bench'),
	(9030, '/v/lib/python3.11/site-packages/torch/utils/data/dataloader.py'), (9031, '_MultiProcessingDataLoaderIter.__init__'),
	(9040, '/usr/lib/python3.11/multiprocessing/popen_fork.py'), (9041, 'Popen._launch'),
	(9051, '<module>'), (9060, '/v/lib/python3.11/site-packages/triton/testing.py'), (9061, 'do_bench'),
	(9070, '/v/lib/python3.11/site-packages/triton/compiler/compiler.py'), (9071, 'compile');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 10), (2, 9000, 9002, 20), (3, 9010, 9011, 5),
	(4, 9020, 9021, 5), (5, 9030, 9031, 5), (6, 9040, 9041, 5), (7, 9010, 9051, 5), (8, 9060, 9061, 5), (9, 9000, 9001, 30),
	(10, 9070, 9071, 5);
INSERT INTO host_stack VALUES (1, NULL, 1), (2, 1, 2), (3, 2, 3), (4, 2, 4), (5, 2, 5), (6, 2, 6), (7, 2, 7), (8, 2, 8),
	(9, NULL, 9), (10, 4, 10), (11, 9, 3);
CREATE TEMP TABLE do_round (i INTEGER, stack_id INTEGER DEFAULT 1, work INTEGER DEFAULT 20);
CREATE TEMP TRIGGER do_round_row AFTER INSERT ON do_round BEGIN
	INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
		WITH RECURSIVE n(s) AS (SELECT 1 UNION ALL SELECT s + 1 FROM n WHERE s < 10)
		SELECT 100000000 * new.i + 10000000 * s, 1, CASE WHEN s > 5 THEN 1 ELSE new.stack_id END,
			100000000 * new.i + 10000000 * s - 10000, 0 FROM n;
	INSERT INTO do_launch (call_ns, start_ns, duration_ns)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 40)
		SELECT 100000000 * new.i + 51000000 + 2000000 * k, 100000000 * new.i + 51006000 + 2000000 * k, 100000
		FROM n WHERE k < new.work;
END;
