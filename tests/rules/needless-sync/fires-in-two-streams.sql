-- SPDX-License-Identifier: MIT
-- Two streams in turn, with a wait in between: without it, and ordered by events, only the idling is won.
-- expect: gain_percent=10..20
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) VALUES (240000*new.i, 240000*new.i+6000, 100000,11,3);
 INSERT INTO do_wait (call_ns,call_duration_ns) VALUES (240000*new.i+4000, 110000);
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) VALUES (240000*new.i+116000, 240000*new.i+122000, 100000,12,3);
 INSERT INTO do_wait (call_ns,call_duration_ns) VALUES (240000*new.i+120000, 110000);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<39) SELECT i FROM n;
