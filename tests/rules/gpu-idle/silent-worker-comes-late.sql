-- SPDX-License-Identifier: MIT
-- The last call is of a thread that began late: before it, the time is that of the thread that started it.
-- budget: kernel>=95, host<=2
INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k+1 FROM n WHERE k<39)
   SELECT 4000*k, 6000+201000*k, 200000,11,4 FROM n;
INSERT INTO do_wait (call_ns,call_duration_ns) VALUES (160000, 7894000);
INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id,thread_id) VALUES (8070000,8076000,200000,12,4,2);
INSERT INTO do_wait (call_ns,call_duration_ns,stream_id,thread_id) VALUES (8074000, 205000,12,2);
