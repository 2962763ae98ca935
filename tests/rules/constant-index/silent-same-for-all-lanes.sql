-- SPDX-License-Identifier: MIT
-- fires-by-data.sql, but the index was loaded from one address by all lanes of a warp: it is the same for them. Something else
-- fills the queue.
-- include: table_block.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0x140, 'mio_throttle', 3000, 2900),
	(2, 0x150, 'short_scoreboard', 3000, 2900),
	(2, 0x130, 'short_scoreboard', 2500, 2450),
	(2, 0x120, 'long_scoreboard', 1300, 1250),
	(2, 0x140, 'selected', 20, 0),
	(2, 0x120, 'selected', 20, 0),
	(2, 0xa0, 'selected', 160, 0);
