-- SPDX-License-Identifier: MIT
-- A loop that uses local memory, and samples that hardly ever find warps there: they wait for what was loaded from global memory.
-- include: mixed.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0xf0, 'long_scoreboard', 990, 900), (2, 0x120, 'selected', 200, 0), (2, 0x140, 'long_scoreboard', 5, 5);
