-- SPDX-License-Identifier: MIT
-- Nine copies behind kernels: phases of a program.
-- include: device_copies.sql
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i, 128 << 20 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (100000, 2910000);
