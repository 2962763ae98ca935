-- SPDX-License-Identifier: MIT
-- Warps wait for a pipe, and issue in three quarters of the cycles: bound by computing.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0, 'math_pipe_throttle', 600, 200), (2, 0, 'selected', 100, 0), (2, 0, 'not_selected', 250, 0),
	(2, 0, 'wait', 50, 50);
