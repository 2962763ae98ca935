-- SPDX-License-Identifier: MIT
-- JAX compiles in each of 30 rounds of 100 ms, for 50 ms, in which the GPU has nothing to do.
-- include: setups.sql
-- expect: severity=warning, subject=compiling, cost_ns=1440000000..1460000000, occurrences=29, gain=null, headline~"in step() train.py:20, called from main() train.py:10", advice~jax.jit, evidence~"29 times or more"
-- expect-count: 1
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 3, 20 FROM n;
