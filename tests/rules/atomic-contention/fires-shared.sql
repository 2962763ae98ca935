-- SPDX-License-Identifier: MIT
-- small() counts in shared memory: the queue is full at its atomic operation.
-- include: code.sql
-- expect: headline~"60 %", advice~"within the warp", evidence~"kernels.cu:13"
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (1, 352, 'mio_throttle', 400), (1, 352, 'short_scoreboard', 200),
	(1, 0, 'selected', 400);
