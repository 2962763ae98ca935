-- SPDX-License-Identifier: MIT
-- As in fires-masked-fill.sql, seven times: no loop.
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_13BUnaryFunctorIfbbNS0_12_GLOBAL__N_116CompareEqFunctorIfEEEEEEvv' WHERE id = 1;
UPDATE function SET name = '_ZN2at6native27unrolled_elementwise_kernelIZZZNS0_12_GLOBAL__N_118masked_fill_kernelERNS_14TensorIteratorERKN3c106ScalarEENKUlvE_clEvENKUlvE_clEvEUlfbE_EEvv' WHERE id = 2;
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (15000 * new.i, 6000 + 300000 * new.i, 10000, 7);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind)
		VALUES (15000 * new.i + 5000, 17500 + 300000 * new.i, 90000, 128 << 20, 8);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (15000 * new.i + 10000, 108500 + 300000 * new.i, 190000, 5);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 6) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (300000, 5710000);
