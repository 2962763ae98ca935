-- SPDX-License-Identifier: MIT
-- Fifteen rounds end in cudaDeviceReset(), and the next cudaMalloc() starts CUDA again: what the GPU idles for is what stream-in-loop says.
-- include: allocations.sql
-- include: resets.sql
INSERT INTO do_reset (call_ns, context_id) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 14) SELECT 202000000 * i, 1 + i FROM n;
