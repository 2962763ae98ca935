-- SPDX-License-Identifier: MIT
-- The program's own kernels in a row.
-- include: operations.sql
UPDATE function SET name = '_Z5largePf' WHERE id = 2;
INSERT INTO do_row VALUES (0, 8), (9, 8);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (80000, 1800000);
