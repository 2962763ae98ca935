-- SPDX-License-Identifier: MIT
-- Two threads hand work to each other, as PyTorch's autograd does: launch calls of 10 us for kernels of 2 us, all the
-- time.
-- budget: launch-call>=95
-- expect: gain_percent>=50
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
 INSERT INTO do_launch (call_ns,call_duration_ns,start_ns,duration_ns,stream_id,launch_shape_id,thread_id) WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k+1 FROM n WHERE k<19)
   SELECT 400000*new.i+10000*k,9900, 400000*new.i+12000+10000*k, 2000,11,4,1 FROM n;
 INSERT INTO do_launch (call_ns,call_duration_ns,start_ns,duration_ns,stream_id,launch_shape_id,thread_id) WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k+1 FROM n WHERE k<19)
   SELECT 400000*new.i+200000+10000*k,9900, 400000*new.i+212000+10000*k, 2000,11,4,2 FROM n;
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<29) SELECT i FROM n;
