-- SPDX-License-Identifier: MIT
-- large() is PyTorch's kernel for the gradient of x[index], small() one that reduces. do_steps: COUNT launches of small() of
-- 100 us, with a large() of LARGE_NS behind each.
UPDATE function SET name = '_ZN53_GLOBAL__N__f2b1c3d4_11_Indexing_cu_89ab_1234524indexing_backward_kernelIfLi4EEEvPKlS2_PKT_PS3_llllb' WHERE id = 2;
UPDATE function SET name = '_ZN2at6native13reduce_kernelILi512ELi1ENS0_8ReduceOpIfNS0_7MeanOpsIfffffEEjfLi4ELi4EEEEEvT1_' WHERE id = 1;
CREATE TEMP TABLE do_steps (count INTEGER, large_ns INTEGER);
CREATE TEMP TABLE do_step (i INTEGER, large_ns INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (8000 * new.i, 6000 + (102000 + new.large_ns) * new.i, 100000, 7);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (8000 * new.i + 4000, 107000 + (102000 + new.large_ns) * new.i, new.large_ns, 5);
END;
CREATE TEMP TRIGGER do_steps_row AFTER INSERT ON do_steps BEGIN
	INSERT INTO do_step SELECT value, new.large_ns FROM json_each('[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]') WHERE value < new.count;
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (8000 * new.count, (102000 + new.large_ns) * new.count);
END;
