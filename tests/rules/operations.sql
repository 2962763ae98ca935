-- SPDX-License-Identifier: MIT
-- large() is PyTorch's kernel of an operation on elements, small() one that reduces. do_row: COUNT launches of large() of
-- 100 us, one behind the other from FIRST on, and small() behind them.
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_15CUDAFunctor_addIfEESt5arrayIPcLm3EEEEviT0_T1_' WHERE id = 2;
UPDATE function SET name = '_ZN2at6native13reduce_kernelILi512ELi1ENS0_8ReduceOpIfNS0_7MeanOpsIfffffEEjfLi4ELi4EEEEEvT1_' WHERE id = 1;
CREATE TEMP TABLE do_row (first INTEGER, count INTEGER);
CREATE TEMP TRIGGER do_row_row AFTER INSERT ON do_row BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		SELECT 4000 * (new.first + i.value), 6000 + 101000 * (new.first + i.value), 100000, 5
		FROM json_each('[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39]') i
		WHERE i.value < new.count;
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		SELECT 4000 * (new.first + new.count), 6000 + 101000 * (new.first + new.count), 100000, 7;
END;
