-- SPDX-License-Identifier: MIT
-- The queue to global memory is full, but of stores to scattered places: next to no warp waits at the one atomic
-- operation.
-- include: code.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 128, 'lg_throttle', 600), (2, 432, 'lg_throttle', 20),
	(2, 480, 'drain', 200), (2, 0, 'selected', 180);
