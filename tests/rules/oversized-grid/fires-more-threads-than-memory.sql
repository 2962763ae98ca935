-- SPDX-License-Identifier: MIT
-- Without counters: each of 819 million threads would store four bytes, and the program has 40 MB of memory: one thread of
-- eighty can. As fast as these blocks start, the others have nothing to do.
-- expect: severity=note, cost_ns=4300000..4999999, headline~"800,000 blocks", evidence~"1.2 % of the threads", advice~"number of items"
-- include: short.sql
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (-20000, 10000, 'cudaMalloc_v3020');
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (-12000, 1, 3, 40000000, 4096, 0, 0, (SELECT max(id) FROM api_call));
UPDATE launch_shape SET grid_x = 800000, block_x = 1024 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
