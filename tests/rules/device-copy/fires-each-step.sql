-- SPDX-License-Identifier: MIT
-- Twenty steps; behind each, 128 MiB are copied within the GPU. The last copy is behind the last kernel, where the
-- program ends: it may be the result. Without the others, a step takes 201 us instead of 300.
-- include: device_copies.sql
-- expect: severity=note, occurrences=19, cost_ns=1710000, gain_percent=25..34, headline~2.38 GiB, evidence~large: 19 copies of 128 MiB
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, 128 << 20 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (200000, 5810000);
