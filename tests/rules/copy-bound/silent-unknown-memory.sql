-- SPDX-License-Identifier: MIT
-- 16 MiB in and out for each of forty chunks, from and to large buffers that the trace does not know: pinned by another
-- library. One flag of 4 KiB from cudaMallocHost() is all pinned memory in the trace. That copies take most of the time
-- is all there is to say; no-overlap says it.
INSERT INTO do_call (call_ns,api) VALUES (-100000,'cudaHostAlloc_v3020');
INSERT INTO allocation (time_ns,operation,memory_kind,size_bytes,address,is_async,correlation_id) VALUES (-99000,1,2,4096,65536,0,1);
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
 INSERT INTO do_copy (call_ns,start_ns,duration_ns,size_bytes,copy_kind,stream_id) VALUES (12000*new.i, 6000+704000*new.i, 300000, 16777216, 1, 11);
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) VALUES (12000*new.i+4000, 307000+704000*new.i, 100000,11,4);
 INSERT INTO do_copy (call_ns,start_ns,duration_ns,size_bytes,copy_kind,stream_id) VALUES (12000*new.i+8000, 408000+704000*new.i, 301500, 16777216, 2, 11);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<39) SELECT i FROM n;
INSERT INTO do_wait (call_ns,call_duration_ns) VALUES (12000*40, 27800000);
