-- SPDX-License-Identifier: MIT
-- A loop over 80 time steps, each a call of two layers of cuDNN's, and six other kernels: one call takes all of the sequence.
-- expect: severity=warning, advice~"one call takes the whole sequence", evidence~"recurrent layers 80 calls of cuDNN's recurrent layers", evidence!~recurrent cells
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 639)
	SELECT 15000 * i, 4000, 7000 + 15000 * i, 1500 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (9600000, 6000);
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4EEEvv';
UPDATE function SET name = '_Z24RNN_blockPersist_fp_GRUIfLi1EEvv' WHERE id = 2;
INSERT INTO function VALUES (3, '_Z19GRU_elementWise_bp2IfEvv');
UPDATE kernel SET launch_shape_id = 5 WHERE rowid % 8 < 2;
