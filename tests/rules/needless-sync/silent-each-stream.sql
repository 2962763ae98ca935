-- SPDX-License-Identifier: MIT
-- Four streams, each with a kernel and a copy of its result to the host, which waits for one stream after the other:
-- each wait is for that stream's copy.
INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) VALUES (0,6000,1000,11,3);
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) VALUES
  (100000+131000*new.i+ 0,    100000+131000*new.i+ 6000, 100000,11,3),
  (100000+131000*new.i+ 4000, 100000+131000*new.i+10000, 100000,12,3),
  (100000+131000*new.i+ 8000, 100000+131000*new.i+14000, 100000,13,3),
  (100000+131000*new.i+12000, 100000+131000*new.i+18000, 100000,14,3);
 INSERT INTO do_copy (call_ns,start_ns,duration_ns,size_bytes,copy_kind,stream_id) VALUES
  (100000+131000*new.i+16000, 100000+131000*new.i+107000, 3000,65536,2,11),
  (100000+131000*new.i+20000, 100000+131000*new.i+111000, 3000,65536,2,12),
  (100000+131000*new.i+24000, 100000+131000*new.i+115000, 3000,65536,2,13),
  (100000+131000*new.i+28000, 100000+131000*new.i+119000, 3000,65536,2,14);
 INSERT INTO do_wait (call_ns,call_duration_ns,stream_id) VALUES
  (100000+131000*new.i+32000, 83000,11),
  (100000+131000*new.i+116000, 3000,12),
  (100000+131000*new.i+120000, 2000,13),
  (100000+131000*new.i+123000, 4000,14);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<39) SELECT i FROM n;
