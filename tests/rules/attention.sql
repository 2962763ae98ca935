-- SPDX-License-Identifier: MIT
-- Kernels of PyTorch around attention that is computed step by step, as launch shapes: 201 products, 202 a scale, 203 a mask, 204 a softmax, 205 a
-- cast, 206 dropout, 207 the gradient of the softmax, 208 a softmax of logarithms, 209 a sum. do_layer: what step I of 400 us launches.
INSERT INTO function VALUES
	(201, 'nvjet_sm90_tst_192x192_64x4_2x1_v_bz_coopB_TNN'),
	(202, '_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_13AUnaryFunctorIfffNS0_15binary_internal10MulFunctorIfEEEEEEvv'),
	(203, '_ZN2at6native27unrolled_elementwise_kernelIZZZNS0_12_GLOBAL__N_118masked_fill_kernelERNS_14TensorIteratorERKN3c106ScalarEENKUlvE_clEvENKUlvE_clEvEUlfbE_EEvv'),
	(204, '_ZN43_GLOBAL__N__b6de9c8c_10_SoftMax_cu_9f978f6320softmax_warp_forwardIfffLi10ELb0ELb0EEEvPT0_PKT_iiiPKbib'),
	(205, '_ZN2at6native29vectorized_elementwise_kernelILi4EZZZNS0_23direct_copy_kernel_cudaERNS_18TensorIteratorBaseEENKUlvE1_clEvEUlfE_EEvv'),
	(206, '_ZN2at6native43_GLOBAL__N__eaa73ff3_10_Dropout_cu_f338191124fused_dropout_kernel_vecIffjLi1ELi4EbEEvv'),
	(207, '_ZN43_GLOBAL__N__b6de9c8c_10_SoftMax_cu_9f978f6321softmax_warp_backwardIfffLi10ELb0ELb0EEEvPT0_PKT_iiiPKb'),
	(208, '_ZN43_GLOBAL__N__b6de9c8c_10_SoftMax_cu_9f978f6320softmax_warp_forwardIfffLi10ELb1ELb0EEEvPT0_PKT_iiiPKbib'),
	(209, '_ZN2at6native13reduce_kernelILi512ELi1ENS0_8ReduceOpIfNS0_14func_wrapper_tIfEEfLi4EEEEEvT1_');
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y, cluster_z,
	registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes, shared_carveout_percent, cache_config,
	local_bytes_per_thread, is_shared_optin)
	SELECT id, id, 1056, 1, 1, 256, 1, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0 FROM function WHERE id > 200;
CREATE TEMP TABLE do_layer (i INTEGER, place INTEGER, shape INTEGER, ns INTEGER);
CREATE TEMP TRIGGER do_layer_row AFTER INSERT ON do_layer BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (40000 * new.i + 4000 * new.place, 6000 + 400000 * new.i + 41000 * new.place, new.ns, new.shape);
END;
