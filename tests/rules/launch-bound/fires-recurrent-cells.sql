-- SPDX-License-Identifier: MIT
-- A loop over 62 time steps, each a cell of LSTM between seven launches, without a wait: cuDNN does them in one call.
-- expect: advice~"nn.LSTM or nn.GRU takes the whole sequence", evidence~"62 steps of LSTM or GRU cells"
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 15000 * i, 4000, 7000 + 15000 * i, 1500 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (7500000, 6000);
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4EEEvv';
UPDATE function SET name = '_ZN2at6native12_GLOBAL__N_16kernel17lstm_cell_forwardIffiLi1EEEvv' WHERE id = 2;
UPDATE kernel SET launch_shape_id = 5 WHERE rowid % 8 = 0;
