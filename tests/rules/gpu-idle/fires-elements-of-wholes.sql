-- SPDX-License-Identifier: MIT
-- As fires-elements.sql, but each comparison is of a whole array, of many blocks: the copy of 1 byte may be of what comes of all.
-- include: one_by_one.sql
-- expect: advice!~"whole array", advice~"results"
UPDATE kernel SET launch_shape_id = 3;
