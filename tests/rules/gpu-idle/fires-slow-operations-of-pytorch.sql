-- SPDX-License-Identifier: MIT
-- Steps of four operations, some 430 us apart: a slow host takes so long for what PyTorch does for one. No batch is prepared there, and
-- a graph of the step leaves it out.
-- expect: headline~work of its own, advice~"torch.compile", advice~"for each operation", advice!~num_workers
UPDATE function SET name = '_ZN2at6native18elementwise_kernelILi128ELi4EEEviT1_';
INSERT INTO do_launch (call_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199) SELECT 450000 * i, 450000 * i + 6000, 20000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (90000000, 3000);
