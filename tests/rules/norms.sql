-- SPDX-License-Identifier: MIT
-- Kernels of PyTorch around a layer's normalization of 6,656 rows of 1,280 elements, as launch shapes: 301 products, 302 the normalization, 303 a sum of two
-- arrays as large as that, 304 a cast of one, 305 the cast of a product's weights, 306 the gradient of the normalization, 307 that of its weights, 308 a sum over
-- one dimension, 309 a softmax of 13,312 rows of 640 elements. do_layer: what step I of 400 us launches.
INSERT INTO function VALUES
	(301, 'nvjet_sm90_tst_192x192_64x4_2x1_v_bz_coopB_TNN'),
	(302, '_ZN2at6native53_GLOBAL__N__21739cd4_20_layer_norm_kernel_cu_9c5ada8a28vectorized_layer_norm_kernelIffLb0EEEviT0_PKT_S6_S6_PS3_S7_PS4_'),
	(303, '_ZN2at6native27unrolled_elementwise_kernelINS0_15CUDAFunctor_addIfEESt5arrayIPcLm3EELi4E23TrivialOffsetCalculatorILi2EjES6_ILi1EjENS0_6memory12LoadWithCastILi2EEENS9_13StoreWithCastILi1EEEEEviT_T0_T2_T3_T4_T5_'),
	(304, '_ZN2at6native29vectorized_elementwise_kernelILi8EZNS0_24float16_copy_kernel_cudaERNS_18TensorIteratorBaseEEUlfE_St5arrayIPcLm2EEEEviT0_T1_'),
	(306, '_ZN2at6native53_GLOBAL__N__21739cd4_20_layer_norm_kernel_cu_9c5ada8a39layer_norm_grad_input_kernel_vectorizedIffLb0EEEvPKT_S5_PKT0_S8_S5_PS3_i'),
	(307, '_ZN2at6native53_GLOBAL__N__21739cd4_20_layer_norm_kernel_cu_9c5ada8a35GammaBetaBackwardCUDAKernelTemplateIffLj32ELj32ELj256ELb0ELb0ELb0EEEvllPKT_S5_PKT0_S8_PS3_S9_'),
	(308, '_ZN2at6native13reduce_kernelILi128ELi4ENS0_8ReduceOpIfNS0_14func_wrapper_tIfEEfLi4EEEEEvT1_'),
	(309, '_ZN43_GLOBAL__N__b6de9c8c_10_SoftMax_cu_9f978f6320softmax_warp_forwardIfffLi10ELb0ELb0EEEvPT0_PKT_iiiPKbib');
CREATE TEMP TABLE norm_shape (id INTEGER, function INTEGER, grid INTEGER, x INTEGER, y INTEGER);
INSERT INTO norm_shape VALUES (301, 301, 132, 384, 1), (302, 302, 6656, 32, 4), (303, 303, 16640, 128, 1), (304, 304, 8320, 128, 1), (305, 304, 6400, 128, 1),
	(306, 306, 6656, 128, 1), (307, 307, 16, 32, 32), (308, 308, 512, 32, 4), (309, 309, 3328, 32, 4);
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y, cluster_z,
	registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes, shared_carveout_percent, cache_config,
	local_bytes_per_thread, is_shared_optin)
	SELECT id, function, grid, 1, 1, x, y, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0 FROM norm_shape;
CREATE TEMP TABLE do_layer (i INTEGER, place INTEGER, shape INTEGER, ns INTEGER);
CREATE TEMP TRIGGER do_layer_row AFTER INSERT ON do_layer BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (40000 * new.i + 4000 * new.place, 6000 + 400000 * new.i + 41000 * new.place, new.ns, new.shape);
END;
