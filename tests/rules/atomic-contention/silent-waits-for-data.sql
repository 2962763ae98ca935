-- SPDX-License-Identifier: MIT
-- Warps wait at the atomic operation on shared memory for the value that they loaded, not for the operation.
-- include: code.sql
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (1, 352, 'long_scoreboard', 800), (1, 352, 'mio_throttle', 50),
	(1, 0, 'selected', 150);
