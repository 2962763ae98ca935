-- SPDX-License-Identifier: MIT
-- A kernel is tuned in each round. GPUs are busy with that, and it is no work of the program's.
-- include: setups.sql
-- expect: severity=warning, subject=autotuning, cost_ns=1440000000..1460000000, advice~key, advice!~jax.jit
-- expect-count: 1
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 4, 20 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29)
	SELECT 3100000000 + i, 100000000 * i + 1000000, 48000000 FROM n;
