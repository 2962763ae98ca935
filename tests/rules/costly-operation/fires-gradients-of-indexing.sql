-- SPDX-License-Identifier: MIT
-- A third of the time is in gradients of indexing.
-- include: costly.sql
-- expect: severity=note, occurrences=20, cost_ns=1000000, gain=null, subject=gradients of indexing, advice~index_select
-- expect-count: 1
INSERT INTO do_steps VALUES (20, 50000);
