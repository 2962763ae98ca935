-- SPDX-License-Identifier: MIT
-- What is copied grows with each step, as what a program collects does: no two copies have one size.
-- include: device_copies.sql
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, (100 + i) << 20 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (300000, 8710000);
