-- SPDX-License-Identifier: MIT
-- Two instances of one template, whose names differ only far behind: two kernels, two findings, told apart by name.
-- expect-count: 2
-- expect: subject~FillFunctor, occurrences=20, headline~FillFunctor, evidence~"PyTorch chose this kernel"
-- expect: subject~CUDAFunctor_add, occurrences=20, headline~CUDAFunctor_add
INSERT INTO function VALUES (30,'_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_15CUDAFunctor_addIfEESt5arrayIPcLm3EEEEviT0_T1_'),(31,'_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_11FillFunctorIfEESt5arrayIPcLm1EEEEviT0_T1_');
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
 cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
 shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES
 (20, 30, 1060, 1, 1, 256, 1, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0),
 (21, 31, 16, 1, 1, 256, 1, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0),
 (22, 30, 17, 1, 1, 128, 1, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0);
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
 INSERT INTO do_launch (call_ns,start_ns,duration_ns,stream_id,launch_shape_id) VALUES (8000*new.i,6000+802000*new.i, 400000,1,21),(8000*new.i+4000,407000+802000*new.i, 400000,1,22);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<19) SELECT i FROM n;
INSERT INTO do_wait (call_ns,call_duration_ns) VALUES (160000, 15900000);
