-- SPDX-License-Identifier: MIT
-- 400 copies of 64 KiB of pageable memory, 8 us each. That is the rate of pageable memory, so that one copy of all
-- would take as long: what helps is pinned memory.
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
 INSERT INTO do_copy (call_ns,call_duration_ns,start_ns,duration_ns,size_bytes,copy_kind,stream_id,is_pinned,is_async,api) VALUES (11000*new.i, 10500, 11000*new.i+1500, 8000, 65536, 1, 1, 0, 0, 'cudaMemcpy_v3020');
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<399) SELECT i FROM n;
INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) VALUES (4410000,4416000,100000,1,4);
INSERT INTO do_wait (call_ns,call_duration_ns) VALUES (4414000,105000);
