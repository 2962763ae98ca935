-- SPDX-License-Identifier: MIT
-- Fifteen rounds, each of which ends in cudaDeviceReset() (40 ms), so that the next cudaMalloc() starts CUDA again (150 ms).
-- expect: subject=contexts, cost_ns=2650000000..2670000000, gain_ns=2600000000..2670000000, occurrences=14, headline~"CUDA was ended and started again 14 times", advice~"Leave out what ends CUDA", evidence~"cudaDeviceReset 560.0 ms, and then, in which CUDA starts, such as cudaMalloc 2.100 s"
-- budget: restart>=50, other-call<=1
-- include: allocations.sql
-- include: resets.sql
INSERT INTO do_reset (call_ns, context_id) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 14) SELECT 202000000 * i, 1 + i FROM n;
