-- SPDX-License-Identifier: MIT
-- The same code, where warps wait for what they load from shared memory.
-- include: functions.sql
-- expect: headline~"data from shared memory", advice~wider types
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 208, 'short_scoreboard', 800, 800), (2, 272, 'selected', 100, 0), (2, 256, 'short_scoreboard', 50, 50);
