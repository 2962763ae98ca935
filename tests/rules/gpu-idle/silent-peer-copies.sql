-- SPDX-License-Identifier: MIT
-- In a stream of GPU 1, again and again: a kernel of 1 ms, a copy of what it made to GPU 0, which CUDA runs without peer
-- access as two, in a stream of its own on each GPU, and a kernel that comes after it. All was issued long before: nothing
-- but their order holds them, which only copy_stream tells.
-- budget: kernel>=57, copy>=38, unexplained<=1
INSERT INTO device SELECT 1,name,'GPU-1','0000:00:07.0',compute_capability_major,compute_capability_minor,multiprocessors,core_clock_khz,memory_clock_khz,memory_bus_bits,memory_bandwidth_bytes_per_s,memory_bytes,l2_cache_bytes,copy_engines,threads_per_warp,max_threads_per_multiprocessor,max_warps_per_multiprocessor,max_blocks_per_multiprocessor,max_registers_per_multiprocessor,max_shared_bytes_per_multiprocessor,max_threads_per_block,max_registers_per_block,max_shared_bytes_per_block,max_shared_bytes_per_block_optin,reserved_shared_bytes_per_block,is_concurrent_kernels,is_mig,is_ecc FROM device WHERE id=0;
INSERT INTO context VALUES (2,1,7,NULL,NULL);
INSERT INTO stream VALUES (31,2,14,2,0),(32,2,15,2,0);
-- Six rounds: kernel, one half of the copy in CUDA's stream 32, the other in 10, kernel.
INSERT INTO stream VALUES (10,1,20,2,0);
CREATE TEMP TABLE round(i INTEGER);
CREATE TEMP TRIGGER round_row AFTER INSERT ON round BEGIN
	INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id)
		VALUES (12000 * new.i, 10000 + 2003000 * new.i, 1000000, 31, 4);
	INSERT INTO do_copy (call_ns,start_ns,duration_ns,size_bytes,copy_kind,stream_id)
		VALUES (12000 * new.i + 4000, 10000 + 2003000 * new.i + 1001500, 400000, 16000000, 8, 32);
	INSERT INTO copy (start_ns,duration_ns,stream_id,size_bytes,copy_kind,source_kind,target_kind,is_async,correlation_id,channel_id)
		SELECT 10000 + 2003000 * new.i + 1403000, 399000, 10, 16000000, 1, 3, 3, 1, max(id), 10 FROM api_call;
	INSERT INTO copy_stream (stream_id,correlation_id) SELECT 31, max(id) FROM api_call;
	INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id)
		VALUES (12000 * new.i + 8000, 10000 + 2003000 * new.i + 1803000, 199000, 31, 4);
END;
INSERT INTO round VALUES (0),(1),(2),(3),(4),(5);
INSERT INTO do_wait (call_ns,call_duration_ns) VALUES (80000, 11950000);
