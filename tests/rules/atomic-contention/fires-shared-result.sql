-- SPDX-License-Identifier: MIT
-- small() compares and swaps in shared memory: warps wait for the result right behind the operation.
-- include: code.sql
-- expect: headline~"60 %", advice~"within the warp"
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (1, 352, 'mio_throttle', 200), (1, 384, 'short_scoreboard', 400),
	(1, 0, 'selected', 400);
