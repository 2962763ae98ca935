-- SPDX-License-Identifier: MIT
-- Warps wait at the beginning of each round for what the end of the round before has loaded from shared memory.
-- expect: severity=note, headline~"data from shared memory 70 %"
-- include: ahead.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0xe0, 'short_scoreboard', 700, 650), (2, 0x180, 'selected', 100, 0), (2, 0x130, 'wait', 200, 200);
