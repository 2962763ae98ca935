-- SPDX-License-Identifier: MIT
-- Training steps: a batch in with cudaMemcpy(), a kernel of 8 blocks that needs the weights of the step before
-- (173 us), a loss of 4 bytes out with cudaMemcpy(). Copies can hide behind kernels; kernels cannot overlap.
-- expect: severity=warning, gain_ns=1300000..1455000, evidence~kernels keep their order
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
 INSERT INTO do_copy (call_ns,call_duration_ns,start_ns,duration_ns,size_bytes,copy_kind,is_async,stream_id,api) VALUES (210000*new.i,max(25000,case when new.i then 30000 else 25000 end), 210000*new.i+3000, 20000, 1000000, 1,0, 1,'cudaMemcpy_v3020');
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) VALUES (210000*new.i+30000,210000*new.i+34000, 173000,1,3);
 INSERT INTO do_copy (call_ns,call_duration_ns,start_ns,duration_ns,size_bytes,copy_kind,is_async,stream_id,api) VALUES (210000*new.i+34000,176000, 210000*new.i+208000, 1500, 4, 2,0, 1,'cudaMemcpy_v3020');
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<39) SELECT i FROM n;
