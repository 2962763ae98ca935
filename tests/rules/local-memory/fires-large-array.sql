-- SPDX-License-Identifier: MIT
-- As in fires-arrays-and-spills.sql, but 1,024 elements in each thread, which is 1 MiB in a block of 256.
-- expect: subject=large, cost_ns=3333333, evidence~"in its loops: 67 %", headline~"indexed by variables", advice~"compute values again", advice!~column
-- include: large_array.sql
INSERT INTO do_ten_launches VALUES (5);
