-- SPDX-License-Identifier: MIT
-- The queue is full, but six out of seven warps in it wait at the load: the loads filled it.
-- include: code.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 432, 'lg_throttle', 100), (2, 128, 'lg_throttle', 600),
	(2, 0, 'selected', 300);
