-- SPDX-License-Identifier: MIT
-- A kernel in a blocking stream, and cudaMemcpy() of its result, which relies on the barrier, as it may.
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) VALUES (150000*new.i, 150000*new.i+6000, 100000,2,4);
 INSERT INTO do_copy (call_ns,call_duration_ns,start_ns,duration_ns,size_bytes,copy_kind,is_async,stream_id,api) VALUES (150000*new.i+4000, 110000, 150000*new.i+107200,3000,65536,2,0,1,'cudaMemcpy_v3020');
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<39) SELECT i FROM n;
