-- SPDX-License-Identifier: MIT
-- fires-barrier.sql, but the kernel was launched as a cooperative one: its warps wait at a barrier of the whole grid, where
-- no other block can run meanwhile.
-- include: code.sql
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO string (text) VALUES ('cudaLaunchCooperativeKernel_v9000');
UPDATE api_call SET name_id = (SELECT id FROM string WHERE text = 'cudaLaunchCooperativeKernel_v9000')
	WHERE id IN (SELECT correlation_id FROM kernel);
INSERT INTO do_sample VALUES (1, 368, 'barrier', 750, 650), (1, 240, 'long_scoreboard', 150, 150), (1, 0, 'selected', 100, 0);
