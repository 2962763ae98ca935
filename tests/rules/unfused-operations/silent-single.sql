-- SPDX-License-Identifier: MIT
-- Single operations between kernels of another kind.
-- include: operations.sql
INSERT INTO do_row VALUES (0, 1), (2, 1), (4, 1), (6, 1), (8, 1), (10, 1), (12, 1), (14, 1), (16, 1);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (80000, 1800000);
