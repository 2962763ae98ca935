-- SPDX-License-Identifier: MIT
-- fires-data-loader.sql in PyTorch, without samples: batches may be prepared in the long gaps, behind waits for results.
-- expect: advice~num_workers, advice~".item()", advice!~"torch.tensor(", advice!~torch.compile
UPDATE function SET name = '_ZN2at6native18elementwise_kernelILi128ELi4EEEviT1_';
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k+1 FROM n WHERE k<49)
   SELECT 2130000*new.i+12000*k, 2130000*new.i+6000+20000*k, 19000,11,4 FROM n;
 INSERT INTO do_copy (call_ns,start_ns,duration_ns,size_bytes,copy_kind,stream_id) VALUES (2130000*new.i+600000,2130000*new.i+1007000,2000,4,2,11);
 INSERT INTO do_wait (call_ns,call_duration_ns,stream_id) VALUES (2130000*new.i+604000,410000,11);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<29) SELECT i FROM n;
