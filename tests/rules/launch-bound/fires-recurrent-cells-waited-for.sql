-- SPDX-License-Identifier: MIT
-- The host waits for what comes out of every second step of a cell, and makes the next one's input from it: no call can do them all.
-- expect: advice!~nn.LSTM, evidence!~"recurrent cells"
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 14)
		SELECT 300000 * new.i + 15000 * k, 4000, 300000 * new.i + 7000 + 15000 * k, 1500 FROM n;
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (300000 * new.i + 230000, 6000);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49) SELECT i FROM n;
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4EEEvv';
UPDATE function SET name = '_ZN2at6native12_GLOBAL__N_16kernel17lstm_cell_forwardIffiLi1EEEvv' WHERE id = 2;
UPDATE kernel SET launch_shape_id = 5 WHERE rowid % 15 IN (5, 10);
