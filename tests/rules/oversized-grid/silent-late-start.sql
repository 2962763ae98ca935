-- SPDX-License-Identifier: MIT
-- The same with 40 MB, but the recording began late: what was allocated before is not known.
-- include: short.sql
-- abstains: whether most blocks of
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (-20000, 10000, 'cudaMalloc_v3020');
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (-12000, 1, 3, 40000000, 4096, 0, 0, (SELECT max(id) FROM api_call));
UPDATE launch_shape SET grid_x = 800000, block_x = 1024 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO diagnostic VALUES ('late-start', 'the recording', 0, 1, 'it began late');
