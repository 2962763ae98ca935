-- SPDX-License-Identifier: MIT
-- CuPy: a mask becomes a list, by which elements are written.
-- include: costly.sql
-- expect: occurrences=40, subject=masks and lists of indices, advice~cupy.where
-- expect-count: 1
UPDATE function SET name = 'cupy_nonzero_kernel_incomplete_scan' WHERE id = 1;
UPDATE function SET name = 'cupy_scatter_update_mask' WHERE id = 2;
INSERT INTO do_steps VALUES (20, 50000);
