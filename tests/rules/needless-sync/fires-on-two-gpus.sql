-- SPDX-License-Identifier: MIT
-- Two GPUs in turn: each goes on with the other's result. Only the idling is won, not the time in which the other one
-- works.
-- expect: gain_percent<=12, cost_ns<=900000
INSERT INTO device SELECT 1,name,'GPU-1','0000:00:07.0',compute_capability_major,compute_capability_minor,multiprocessors,core_clock_khz,memory_clock_khz,memory_bus_bits,memory_bandwidth_bytes_per_s,memory_bytes,l2_cache_bytes,copy_engines,threads_per_warp,max_threads_per_multiprocessor,max_warps_per_multiprocessor,max_blocks_per_multiprocessor,max_registers_per_multiprocessor,max_shared_bytes_per_multiprocessor,max_threads_per_block,max_registers_per_block,max_shared_bytes_per_block,max_shared_bytes_per_block_optin,reserved_shared_bytes_per_block,is_concurrent_kernels,is_mig,is_ecc FROM device WHERE id=0;
INSERT INTO context VALUES (2,1,7,NULL,NULL);
INSERT INTO stream VALUES (30,2,7,3,0);
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) VALUES (240000*new.i, 240000*new.i+6000, 100000,1,4);
 INSERT INTO do_wait (call_ns,call_duration_ns) VALUES (240000*new.i+4000, 110000);
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) VALUES (240000*new.i+116000, 240000*new.i+122000, 100000,30,4);
 INSERT INTO do_wait (call_ns,call_duration_ns) VALUES (240000*new.i+120000, 110000);
 UPDATE synchronization SET context_id=2 WHERE id=(SELECT max(id) FROM synchronization);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<39) SELECT i FROM n;
