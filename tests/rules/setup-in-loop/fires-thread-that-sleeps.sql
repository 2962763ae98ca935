-- SPDX-License-Identifier: MIT
-- The second thread compiles for 20 ms of each round of 100 ms, and sleeps before: the time since its own sample before is
-- that of the first thread, which goes on all the while.
-- include: setups.sql
-- expect: severity=warning, subject=compiling, cost_ns=560000000..590000000, occurrences=29, evidence~"29 times or more"
-- expect-count: 1
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 1, 20 FROM n;
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
	SELECT time_ns, 2, 3, asked_ns, 0 FROM host_sample WHERE time_ns / 10000000 % 10 IN (4, 5);
