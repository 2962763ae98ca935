-- SPDX-License-Identifier: MIT
-- In a loop of one kernel 4 of 6 accesses to local memory are at computed addresses, those of arrays, in one of another 2 of 8.
-- expect: subject=small, headline~"indexed by variables", evidence~"6 of 18 instructions use local memory, 4 of them", advice~Unroll, advice~"keep it in shared memory, a column for each thread (array[i][threadIdx.x]): 6 of the 8 blocks fit on an SM then."
-- expect: subject=large, headline!~"indexed by variables", evidence~"8 of 19 instructions use local memory, 2 of them", advice~"more registers"
-- expect-count: 2
-- include: mixed.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 5100000 + 4000 * i, 5106000 + 501000 * i, 500000, 7 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (5145000, 4975000);
