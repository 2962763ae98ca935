-- SPDX-License-Identifier: MIT
-- Half of the warps are at a division, where those of a fresh block queue for a pipe that is full; of what is issued it is a fiftieth.
-- include: division.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 70), (5, 'smsp__inst_executed.sum', 1000000);
INSERT INTO do_sample VALUES (2, 0x1b0, 'selected', 4, 0), (2, 0x1b0, 'not_selected', 250, 5), (2, 0x1b0, 'math_pipe_throttle', 250, 5), (2, 0x290, 'selected', 196, 0),
	(2, 0x290, 'math_pipe_throttle', 300, 0);
