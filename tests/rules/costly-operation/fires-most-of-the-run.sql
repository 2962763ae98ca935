-- SPDX-License-Identifier: MIT
-- Gradients of indexing, all alike, take most of the run.
-- include: costly.sql
-- expect: severity=warning, occurrences=20, gain=null, advice~index_select, advice!~one_hot, evidence~kernels
-- expect-count: 1
INSERT INTO do_steps VALUES (20, 300000);
