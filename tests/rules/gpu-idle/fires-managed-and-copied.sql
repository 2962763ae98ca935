-- SPDX-License-Identifier: MIT
-- As fires-pytorch-awaits-workers.sql without samples, and with managed memory: the host copies its results, and touches no pages.
-- expect: advice!~"--managed", evidence~"results"
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (-20000, 10000, 'cudaMallocManaged_v6000');
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (-12000, 1, 5, 4096, 4096, 0, 0, (SELECT max(id) FROM api_call));
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k+1 FROM n WHERE k<49)
   SELECT 2130000*new.i+12000*k, 2130000*new.i+6000+12000*k, 10000,11,4 FROM n;
 INSERT INTO do_copy (call_ns,start_ns,duration_ns,size_bytes,copy_kind,stream_id) VALUES (2130000*new.i+600000,2130000*new.i+606000,2000,4,2,11);
 INSERT INTO do_wait (call_ns,call_duration_ns,stream_id) VALUES (2130000*new.i+604000,10000,11);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<29) SELECT i FROM n;
