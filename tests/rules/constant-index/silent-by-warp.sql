-- SPDX-License-Identifier: MIT
-- threadIdx.x / 32 and the round decide: code does not tell that they are the same for all lanes of a warp, but each load comes
-- after 50 cycles, and few warps hide that.
-- include: table_warp.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0x110, 'short_scoreboard', 6000, 5700),
	(2, 0xc0, 'mio_throttle', 200, 180),
	(2, 0xb0, 'long_scoreboard', 3000, 2900),
	(2, 0xc0, 'selected', 100, 0),
	(2, 0xb0, 'selected', 100, 0),
	(2, 0xe0, 'selected', 600, 0);
