-- SPDX-License-Identifier: MIT
-- Each kernel is followed by a blocking copy of its result: the copy waited for the kernel, not for its own call.
-- expect: gain_percent=10..11, occurrences=40
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
 cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
 shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES
 (20, 2, 1060, 1, 1, 256, 1, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0);
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) VALUES (1020000*new.i,1020000*new.i+6000, 1000000,1,20);
 INSERT INTO do_copy (call_ns,call_duration_ns,start_ns,duration_ns,size_bytes,copy_kind,is_async,stream_id,api) VALUES (1020000*new.i+4000,1011000, 1020000*new.i+1007200, 3000, 65536, 2,0, 1,'cudaMemcpy_v3020');
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<39) SELECT i FROM n;
