-- SPDX-License-Identifier: MIT
-- PyTorch's steps: small() is a matrix product of 100 us, large() its ReLU, of RELU_NS, and OTHER_NS of another kernel are behind that.
UPDATE function SET name = 'sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize128x128x8_stage3_warpsize2x2x1_ffma_aligna4_alignc4_execute_kernel__5x_cublas' WHERE id = 1;
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4EZZZNS0_49_GLOBAL__N__d2ba64fb_16_TensorCompare_cu_71e06f4e19launch_clamp_scalarERNS_18TensorIteratorBaseEN3c106ScalarES6_NS0_6detail11ClampLimitsEENKUlvE_clEvENKUlvE5_clEvEUlfE_St5arrayIPcLm2EEEEviT0_T1_' WHERE id = 2;
INSERT INTO function VALUES (11, '_ZN2at6native13reduce_kernelILi512ELi1ENS0_8ReduceOpIfNS0_7MeanOpsIfffffEEjfLi4ELi4EEEEEvT1_');
INSERT INTO launch_shape SELECT 11, 11, 1056, 1, 1, 256, 1, 1, 0, 0, 0, 16, 0, 0, 32768, NULL, 0, 0, 0;
CREATE TEMP TABLE do_step (i INTEGER, relu_ns INTEGER, before INTEGER DEFAULT 7, behind INTEGER DEFAULT 7);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (16000 * new.i, 6000 + 400000 * new.i, 100000, new.before);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (16000 * new.i + 4000, 107000 + 400000 * new.i, new.relu_ns, 5);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (16000 * new.i + 8000, 108000 + new.relu_ns + 400000 * new.i, 290000 - new.relu_ns, new.behind);
END;
