-- SPDX-License-Identifier: MIT
-- There is no memory, and work goes on without it: that other memory is there later is no answer to that.
-- expect: severity=error, occurrences=1, headline~cudaErrorMemoryAllocation
INSERT INTO do_call (call_ns, api, result) VALUES (0, 'cudaMalloc_v3020', 2);
INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (20000, 26000, 10000);
INSERT INTO do_call (call_ns, api, result) VALUES (40000, 'cudaMalloc_v3020', 0);
INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (62000, 68000, 10000);
