-- SPDX-License-Identifier: MIT
-- CuPy's sums and products in a row.
-- include: operations.sql
-- expect: severity=note, occurrences=6, cost_ns=500000, advice~cupy.fuse
UPDATE function SET name = 'cupy_add__float32_float32_float32' WHERE id = 2;
UPDATE function SET name = '_Z5smallPf' WHERE id = 1;
INSERT INTO do_row VALUES (0, 6);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (30000, 690000);
