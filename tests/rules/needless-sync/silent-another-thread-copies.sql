-- SPDX-License-Identifier: MIT
-- One thread launches the kernel and the copy of its result, another waits for the stream and uses it.
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id,thread_id) VALUES (240000*new.i, 240000*new.i+6000, 100000,11,4,2);
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) VALUES (240000*new.i+5000, 240000*new.i+107000, 100000,11,4);
 INSERT INTO do_copy (call_ns,start_ns,duration_ns,size_bytes,copy_kind,stream_id) VALUES (240000*new.i+9000, 240000*new.i+209000,3000,65536,2,11);
 INSERT INTO do_wait (call_ns,call_duration_ns,stream_id,thread_id) VALUES (240000*new.i+13000, 213000,11,2);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<39) SELECT i FROM n;
