-- SPDX-License-Identifier: MIT
-- Training steps: a batch in (20 us), a kernel of 8 blocks that needs the weights of the step before (180 us), a
-- loss of 4 bytes out. Copying the next batch meanwhile wins 21 us of each step; the kernels cannot overlap.
-- expect: severity=warning, gain_ns=780000..940000, evidence~kernels keep their order
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
 INSERT INTO do_copy (call_ns,start_ns,duration_ns,size_bytes,copy_kind,stream_id) VALUES (12000*new.i, 6000+204500*new.i, 20000, 1000000, 1, 11);
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) VALUES (12000*new.i+4000, 27000+204500*new.i, 180000,11,3);
 INSERT INTO do_copy (call_ns,start_ns,duration_ns,size_bytes,copy_kind,stream_id) VALUES (12000*new.i+8000, 208000+204500*new.i, 1500, 4, 2, 11);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<39) SELECT i FROM n;
INSERT INTO do_wait (call_ns,call_duration_ns) VALUES (12000*40, 7800000);
