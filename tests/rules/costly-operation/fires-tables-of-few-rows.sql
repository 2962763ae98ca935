-- SPDX-License-Identifier: MIT
-- As fires-a-little in time, but one launch in four takes a hundred times as long as the others with as many blocks: a table of few rows.
-- include: costly.sql
-- expect: severity=warning, occurrences=20, gain=null, advice~one_hot, evidence~"takes 10.00 us to 1.000 ms"
-- expect-count: 1
INSERT INTO do_steps VALUES (20, 1000000);
UPDATE kernel SET duration_ns = 10000 WHERE duration_ns = 1000000 AND id % 8 > 1;
