-- SPDX-License-Identifier: MIT
-- Warps wait at the barrier of a loop, and nobody counted who has work between: the question is asked.
-- expect: headline~"at __syncthreads() 70 %", evidence!~"at work", advice~"Do fewer threads have work with each step"
-- include: tree_of_items.sql
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_sample VALUES (1, 0x100, 'barrier', 700, 650), (1, 0x150, 'short_scoreboard', 180, 150), (1, 0x180, 'selected', 20, 0), (1, 0, 'long_scoreboard', 100, 100);
