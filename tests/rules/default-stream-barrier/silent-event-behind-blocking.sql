-- SPDX-License-Identifier: MIT
-- An event of the null stream stands behind the kernel of a blocking stream; what waits for the event waits for that
-- kernel, as it should.
-- budget: unexplained=0, kernel>=95
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) VALUES (20000*new.i, 6000+203000*new.i, 100000,2,3);
 INSERT INTO do_event (call_ns,event_id,stream_id) VALUES (20000*new.i+4000,1,1);
 INSERT INTO do_wait_event (call_ns,event_id,stream_id) VALUES (20000*new.i+7000,1,11);
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) VALUES (20000*new.i+10000, 107500+203000*new.i, 100000,11,3);
 INSERT INTO do_event (call_ns,event_id,stream_id) VALUES (20000*new.i+14000,2,11);
 INSERT INTO do_wait_event (call_ns,event_id,stream_id) VALUES (20000*new.i+17000,2,2);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<39) SELECT i FROM n;
INSERT INTO do_wait (call_ns,call_duration_ns) VALUES (20000*40, 7340000);
