-- SPDX-License-Identifier: MIT
-- A framework needs 60 us for each operation of 10 us, and waits for nothing: the two overlap already, and a graph wins more than the
-- GPU's work takes.
-- expect: not_predicted~"has to become less: at most the whole cost", not_predicted!~wins, advice~"CUDA graph of what repeats"
UPDATE function SET name = '_ZN2at6native18elementwise_kernelILi128ELi4EEEviT1_';
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399)
	SELECT 60000 * i, 6000 + 60000 * i, 10000, 4 FROM n;
