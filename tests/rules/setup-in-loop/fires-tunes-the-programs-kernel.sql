-- SPDX-License-Identifier: MIT
-- The kernel that is tuned runs for four fifths of its time elsewhere: the finding is not about that.
-- include: setups.sql
-- expect: subject=autotuning, evidence!~"of the time in kernels meanwhile"
-- expect-count: 1
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 4, 20 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29)
	SELECT 3100000000 + 2 * i, 100000000 * i + 1000000, 8000000 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29)
	SELECT 3100000001 + 2 * i, 100000000 * i + 60000000, 32000000 FROM n;
