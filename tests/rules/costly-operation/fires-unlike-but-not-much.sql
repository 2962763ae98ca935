-- SPDX-License-Identifier: MIT
-- fires-tables-of-few-rows.sql, but launches of a shape take up to four times as long as others: some rows are named more often, as in
-- any graph, and no table is small.
-- include: costly.sql
-- expect: severity=note, occurrences=20, gain=null, advice~index_select, advice!~one_hot, evidence!~"unlike"
-- expect-count: 1
INSERT INTO do_steps VALUES (20, 40000);
UPDATE kernel SET duration_ns = 10000 WHERE duration_ns = 40000 AND id % 8 > 1;
