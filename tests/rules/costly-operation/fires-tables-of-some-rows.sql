-- SPDX-License-Identifier: MIT
-- As in fires-tables-of-few-rows.sql, but with twenty times as long: a table of more rows, which are long all the same.
-- include: costly.sql
-- expect: severity=warning, occurrences=20, gain=null, advice~one_hot, evidence~"takes 10.00 us to 200.0 us"
-- expect-count: 1
INSERT INTO do_steps VALUES (20, 200000);
UPDATE kernel SET duration_ns = 10000 WHERE duration_ns = 200000 AND id % 8 > 1;
