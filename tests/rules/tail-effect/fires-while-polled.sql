-- SPDX-License-Identifier: MIT
-- The host asks every 10 us whether the copy behind the kernel is done: that is a wait like any other.
-- budget: kernel>=95
-- expect: gain_percent=10..11
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
 cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
 shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES
 (20, 2, 1060, 1, 1, 256, 1, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0);
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) VALUES (1020000*new.i,1020000*new.i+6000, 1000000,1,20);
 INSERT INTO do_copy (call_ns,start_ns,duration_ns,size_bytes,copy_kind,stream_id) VALUES (1020000*new.i+4000, 1020000*new.i+1007200, 3000, 65536, 2, 1);
 INSERT INTO do_call (call_ns,call_duration_ns,api,result) WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k+1 FROM n WHERE k<101)
  SELECT 1020000*new.i+8000+10000*k,2000,'cudaStreamQuery_v3020',CASE WHEN k<101 THEN 600 ELSE 0 END FROM n;
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<39) SELECT i FROM n;
