-- SPDX-License-Identifier: MIT
-- fires-operations-without-waits.sql with a step of a recurrent cell in five operations: cuDNN does the whole sequence in one call.
-- expect: advice~"nn.LSTM or nn.GRU takes the whole sequence", evidence~"80 steps of LSTM or GRU cells"
UPDATE function SET name = '_ZN2at6native18elementwise_kernelILi128ELi4EEEviT1_';
UPDATE function SET name = '_ZN2at6native12_GLOBAL__N_16kernel16gru_cell_forwardIffiLi1EEEvv' WHERE id = 1;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399)
	SELECT 60000 * i, 6000 + 60000 * i, 10000, CASE i % 5 WHEN 3 THEN 1 ELSE 4 END FROM n;
