-- SPDX-License-Identifier: MIT
-- As fires-numbers.sql, with a kernel of the program's own: one block may do a lot.
-- include: numbers.sql
-- expect: advice!~"Compute them on the host", advice~"CUDA graph"
UPDATE function SET name = '_Z5smallPf' WHERE id = 1;
