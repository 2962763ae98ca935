-- SPDX-License-Identifier: MIT
-- Two GPUs, each with a thread of its own that puts a kernel into the null stream between two of other streams. The run
-- is as long as the pauses of the thread of GPU 1 make it: what GPU 0's barrier costs is won only at the end.
-- expect: subject="GPU 0", gain_ns=100000..200000
INSERT INTO device SELECT 1,name,'GPU-1','0000:00:07.0',compute_capability_major,compute_capability_minor,multiprocessors,core_clock_khz,memory_clock_khz,memory_bus_bits,memory_bandwidth_bytes_per_s,memory_bytes,l2_cache_bytes,copy_engines,threads_per_warp,max_threads_per_multiprocessor,max_warps_per_multiprocessor,max_blocks_per_multiprocessor,max_registers_per_multiprocessor,max_shared_bytes_per_multiprocessor,max_threads_per_block,max_registers_per_block,max_shared_bytes_per_block,max_shared_bytes_per_block_optin,reserved_shared_bytes_per_block,is_concurrent_kernels,is_mig,is_ecc FROM device WHERE id=0;
INSERT INTO context VALUES (2,1,7,NULL,NULL);
INSERT INTO stream VALUES (30,2,7,3,0),(31,2,12,1,0),(32,2,13,1,0);
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
 -- GPU 0: A(stream2) 100us; null kernel small 5 us; B(stream3) 100 us, serialised by the barrier
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) VALUES (210000*new.i, 210000*new.i+6000, 100000,2+new.i%2,3);
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) VALUES (210000*new.i+4000, 210000*new.i+107000, 1000,1,1);
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) VALUES (210000*new.i+8000, 210000*new.i+109000, 100000,3-new.i%2,3);
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id,thread_id) VALUES (210000*new.i+9000, 210000*new.i+15000, 20000,31+new.i%2,3,2);
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id,thread_id) VALUES (210000*new.i+13000, 210000*new.i+36000, 1000,30,1,2);
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id,thread_id) VALUES (210000*new.i+17000, 210000*new.i+38000, 20000,32-new.i%2,3,2);
 INSERT INTO do_wait (call_ns,call_duration_ns,thread_id) VALUES (210000*new.i+21000, 40000,2);
 UPDATE synchronization SET context_id=2 WHERE id=(SELECT max(id) FROM synchronization);
 INSERT INTO do_wait (call_ns,call_duration_ns) VALUES (210000*new.i+22000, 187500);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<39) SELECT i FROM n;
