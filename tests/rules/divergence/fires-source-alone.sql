-- SPDX-License-Identifier: MIT
-- Counts at instructions without any other counter: the lanes are known, the gain is not.
-- include: code.sql
-- expect: gain=null, headline~"12.0 of 32", cost_ns=3000000..3200000
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_count VALUES (5, 80, 'smsp__sass_inst_executed', 1000), (5, 80, 'smsp__sass_thread_inst_executed', 12000);
