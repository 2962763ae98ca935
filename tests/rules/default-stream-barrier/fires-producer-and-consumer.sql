-- SPDX-License-Identifier: MIT
-- A producer in a blocking stream, and its consumer in the null stream, again and again: the barrier may be what the
-- program relies on. What it would win without it is not known, but no more than half: one would run beside the other.
-- expect: severity=note, gain=null, cost_ns=3900000..4200000, not_predicted~"same stream each time"
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) VALUES (8000*new.i, 6000+203000*new.i, 100000,2,3),(8000*new.i+4000, 107500+203000*new.i, 100000,1,3);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<39) SELECT i FROM n;
INSERT INTO do_wait (call_ns,call_duration_ns) VALUES (8000*40, 7810000);
