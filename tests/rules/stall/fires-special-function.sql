-- SPDX-License-Identifier: MIT
-- Behind the short scoreboard there is a square root here, as the code says, and no shared memory.
-- include: functions.sql
-- expect: headline~"results of the special function unit", advice~reciprocal, evidence~"short scoreboard"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 256, 'short_scoreboard', 800, 800), (2, 272, 'selected', 100, 0), (2, 208, 'short_scoreboard', 50, 50);
