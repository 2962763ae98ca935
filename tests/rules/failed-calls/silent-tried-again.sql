-- SPDX-License-Identifier: MIT
-- An allocator is told twice that there is no memory, frees what it keeps, and has it with the next call.
INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (0, 6000, 10000);
INSERT INTO do_call (call_ns, api, result) VALUES (20000, 'cudaMalloc_v3020', 2), (24000, 'cudaFree_v3020', 0), (28000, 'cudaMalloc_v3020', 2),
	(32000, 'cudaDeviceSynchronize_v3020', 0), (36000, 'cudaFree_v3020', 0), (40000, 'cudaMalloc_v3020', 0);
INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (62000, 68000, 10000);
