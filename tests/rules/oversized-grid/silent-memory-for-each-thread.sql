-- SPDX-License-Identifier: MIT
-- The same with 3.3 GB of memory, a place for each thread: then it is memory that takes the time.
-- include: short.sql
-- abstains: whether most blocks of
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (-20000, 10000, 'cudaMalloc_v3020');
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (-12000, 1, 3, 3300000000, 4096, 0, 0, (SELECT max(id) FROM api_call));
UPDATE launch_shape SET grid_x = 800000, block_x = 1024 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
