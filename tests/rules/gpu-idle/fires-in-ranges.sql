-- SPDX-License-Identifier: MIT
-- As results.sql, and NVTX ranges: one has half of the gaps, another one as good as nothing of them.
-- include: results.sql
-- expect: evidence~"in NVTX ranges epoch ", evidence!~"first batch"
INSERT INTO string (id, text) VALUES (9000, 'epoch'), (9001, 'first batch');
INSERT INTO marker (id, name_id, thread_id, start_ns, end_ns) VALUES (1, 9000, 1, 0, 2900000), (2, 9001, 1, 100000, 200000);
