-- SPDX-License-Identifier: MIT
-- Without graphs it is not known which copies a compiled function begins with.
-- include: device_copies.sql
-- expect: occurrences=19, advice~"what a loop carries", advice~donate_argnums, advice!~jnp.stack
UPDATE function SET name = 'loop_multiply_fusion';
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 128 << 20 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (200000, 5810000);
