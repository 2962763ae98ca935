-- SPDX-License-Identifier: MIT
-- Warps wait for a result of shared memory eight instructions behind the atomic operation: for another one's.
-- include: code.sql
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (1, 480, 'short_scoreboard', 600), (1, 0, 'selected', 400);
