-- SPDX-License-Identifier: MIT
-- As fires-numbers.sql, but each third kernel is of another kind, a sum for example: the numbers are of arrays.
-- include: numbers.sql
-- expect: advice!~"Compute them on the host", advice~"CUDA graph"
UPDATE kernel SET launch_shape_id = 4 WHERE id % 3 = 0;
