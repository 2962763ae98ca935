/* SPDX-License-Identifier: MIT */
/* Tests of what kernels compute, by their names: those of PyTorch 2.11, cuBLAS 13 and cuDNN 9 as
 * they were recorded, cut short. What no library's is, is other. */
#include "kernel/kernel_family.h"
#include "kernel/kernel_operator.h"
#include "suite.h"

#include <check.h>
#include <string.h>

static const struct {
	const char *kernel, *computes;
} cases[] = {
	/* Programs' own, whatever they are called. */
	{ "_Z12sgemm_kernelPf", "other" },
	{ "matmul_kernel", "other" },
	{ "_attn_fwd", "other" },
	{ "_Z13reduce_kernelIfEvPT_", "other" },
	{ "_Z10dot_kernelPf", "other" },
	{ "_Z10softmax_warp_forwardPf", "other" },
	{ "cupy_sum_of_mine", "other" },
	{ "cupy_step", "other" },
	{ "_Z12laswp_kernelPf", "other" },
	{ "_Z11getrf_pivotPfi", "other" },
	{ "", "other" },
	/* Libraries', whose names tell nothing that is known. */
	{ "_ZN2at6native5largeEPf", "other" },
	{ "_ZN2at6native46_GLOBAL__N__a2_11_NLLLoss2d_cu_cb36nll_loss_forward_reduce_cuda_kernel_"
	  "2dI",
	  "other" },
	{ "cupy_tril_kernel", "other" },
	{ "triton_tem_fused_0", "other" },

	{ "nvjet_hsh_128x256_64x4_1x2_h_bz_coopA_NNT", "matrix products" },
	{ "ampere_sgemm_128x64_nn", "matrix products" },
	{ "_ZN7cutlass7Kernel2I43cutlass_80_simt_sgemm_256x128_8x4_nt_align1EEvNT_6ParamsE",
	  "matrix products" },
	{ "sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize64x64x8_stage3_warpsize1x4x1_ffma_aligna4_"
	  "alignc4_execute_kernel__5x_cublas",
	  "matrix products" },
	{ "_ZN8cublasLt19splitKreduce_kernelILi32ELi16EiffffLb0EfffLb1ELb0ELb0ELb0EEEvNS_18",
	  "matrix products" },
	{ "_Z10dot_kernelIfLi128ELi0E15cublasDotParamsI16cublasGemvTensorIKfE", "matrix products" },
	{ "_Z18gemv2T_kernel_valIiiffffLi128ELi16ELi4ELi4ELb0ELb0E16cublasGemvParamsExI",
	  "matrix products" },
	{ "gemm_fusion_dot_3", "matrix products" },
	{ "triton_tem_fused_addmm_0", "matrix products" },
	{ "_Z20reduce_1Block_kernelIfLi128ELi7E30cublasGemvTensorStridedBatchedIfE",
	  "matrix products" },
	{ "_ZN17cutlass__5x_cudnn6KernelI66cutlass_tensorop_s1688fprop_optimized_tf32_256x64_16x4_"
	  "nhwc_align4EEvNT_6ParamsE",
	  "convolutions" },
	{ "_Z23implicit_convolve_sgemmIffLi128ELi5ELi5ELi3ELi3ELi3ELi0ELb1ELb0ELb1EEviiiPKT_",
	  "convolutions" },
	{ "volta_scudnn_128x64_relu_small_nn_v1", "convolutions" },
	{ "_ZN5cudnn3cnn17wgrad_alg0_engineIfLi512ELi6ELi5E", "convolutions" },
	{ "_ZN2at6native13im2col_kernelIfEEvlPKT_lllllllllllllPS2_", "convolutions" },
	{ "_ZN13pytorch_flash16flash_fwd_kernelI23Flash_fwd_kernel_traitsEEvNS_16Flash_fwd_paramsE",
	  "attention" },
	{ "_Z39fmha_cutlassF_f32_aligned_64x64_rf_sm80N22PyTorchMemEffAttention15", "attention" },
	{ "cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_6_64x64x128",
	  "attention" },
	{ "_ZN2at6native53_GLOBAL__N__21739cd4_20_layer_norm_kernel_cu_9c5ada8a28vectorized_layer_"
	  "norm_kernelIN3c104HalfEfLb0EEEviT0_PKT_",
	  "normalization and softmax" },
	{ "_ZN2at6native54_GLOBAL__N__7c_16_Normalization_cu_5643batch_norm_collect_statistics_",
	  "normalization and softmax" },
	{ "_ZN43_GLOBAL__N__b6de9c8c_10_SoftMax_cu_9f978f6320softmax_warp_forwardIfffLi4E",
	  "normalization and softmax" },
	{ "_ZN5cudnn17bn_fw_tr_1C11_kernel_NCHWIffLi512ELb1ELi1EEEv17cudnnTensorStructPKT_",
	  "normalization and softmax" },
	{ "triton_per_fused_add_native_layer_norm_3", "normalization and softmax" },
	{ "_ZN2at6native54_GLOBAL__N__e_19_DilatedMaxPool2d_cu_9121max_pool_forward_nchwIfiEEvT0_",
	  "pooling and resampling" },
	{ "_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_15CUDAFunctor_addIfEESt5array",
	  "element-wise operations" },
	{ "_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_13BinaryFunctorIffbNS0_51_GLOBAL__"
	  "N_"
	  "_28ce311f_18_CompareEQKernel_cu_d8008c9616CompareEqFunctorIfEEEE",
	  "element-wise operations" },
	{ "cupy_add__float32_float32_float32", "element-wise operations" },
	{ "cupy_sum", "reductions and scans" },
	{ "cupy_cub_argmin", "reductions and scans" },
	{ "cupy_cub_any_pass1", "reductions and scans" },
	{ "cupy_bsum_shfl", "reductions and scans" },
	{ "cupy_nonzero_kernel_incomplete_scan", "other" },
	{ "cupy_minimum__float32_float32_float32", "element-wise operations" },
	{ "cupy_getitem_mask", "indexing" },
	{ "_Z11getrf_pivotI13getrf_params_IdLi512ELi2ELi512ELi256ELi1EEEviiiPviPliPNT_9data_typeE",
	  "factorizations" },
	{ "_Z10laed3_epi1I13stedc_params_I7double2dLi8ELi16ELi128EEEviiiPiPNT_9data_typeES6_",
	  "factorizations" },
	{ "triton_poi_fused_native_batch_norm_relu_1", "element-wise operations" },
	{ "loop_add_fusion_3", "element-wise operations" },
	{ "wrapped_tanh", "element-wise operations" },
	{ "_ZN2at6native57_GLOBAL__N__e658eeb9_24_ForeachBinaryOpScalar_cu_86b9896c25multi_tensor_"
	  "apply_kernelINS1_18TensorListMetadataILi1EEENS1_21BinaryOpScalarFunctorIf",
	  "torch._foreach_* on lists of tensors" },
	{ "_ZN2at6native48_GLOBAL__N__c8_18_ForeachReduceOp_cu_25multi_tensor_apply_kernelINS1_18"
	  "TensorListMetadataILi1EEENS1_13LpNormFunctorIf",
	  "reductions and scans" },
	{ "_ZN2at6native13reduce_kernelILi512ELi1ENS0_8ReduceOpIfNS0_"
	  "7MeanOpsIffffEEjfLi4ELi4EEEEEvT",
	  "reductions and scans" },
	{ "_ZN14at_cuda_detail3cub6detail4scan16DeviceScanKernelINS2_10policy_hubI",
	  "reductions and scans" },
	{ "_ZN3cub43CUB_300102_SM_750_800_860_890_900_1000_12006detail6reduce18DeviceReduceKernelI",
	  "reductions and scans" },
	{ "input_multiply_reduce_fusion_1", "reductions and scans" },
	{ "triton_red_fused_linalg_vector_norm_0", "reductions and scans" },
	{ "_ZN2at6native27unrolled_elementwise_kernelIZZZNS0_23direct_copy_kernel_cudaERNS_"
	  "18Tensor",
	  "copies, fills and casts" },
	{ "_ZN2at6native29vectorized_elementwise_kernelILi8EZNS0_25bfloat16_copy_kernel_cudaERNS_"
	  "18",
	  "copies, fills and casts" },
	{ "_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_11FillFunctorIfEESt5array",
	  "copies, fills and casts" },
	{ "_ZN5cudnn19engines_precompiled16nchwToNhwcKernelIfffLb0ELb1EL21cudnnKernelDataType_t0E",
	  "copies, fills and casts" },
	{ "_ZN50_GLOBAL__N__fa15d16e_17_RangeFactories_cu_38772b0829elementwise_kernel_with_"
	  "indexIiZ"
	  "ZZN2at6native15arange_cuda_outERKN3c106Scalar",
	  "copies, fills and casts" },
	{ "cupy_copy__float64_float32", "copies, fills and casts" },
	{ "wrapped_transpose", "copies, fills and casts" },
	{ "wrapped_concatenate", "concatenations" },
	{ "_ZN2at6native12_GLOBAL__N_130CatArrayBatchedCopy_vectorizedINS1_10OpaqueTypeILj2EEE",
	  "concatenations" },
	{ "_ZN44_GLOBAL__N__50c743a2_11_Indexing_cu_89862edb24indexing_backward_kernelIfLi4EEEvPKl",
	  "indexing" },
	{ "_ZN2at6native24vectorized_gather_kernelILi16ElEEvPcS2_PT0_illllb", "indexing" },
	{ "_ZN2at6native24index_elementwise_kernelILi128ELi4EZNS0_16gpu_index_kernelIZNS0_21",
	  "indexing" },
	{ "_ZN14at_cuda_detail3cub6detail10radix_sort29DeviceRadixSortOnesweepKernelINS1_5radix",
	  "sorting" },
	{ "_ZN2at6native6sbtopk10gatherTopKIfjLi2ELb0EEEvNS_4cuda6detail10TensorInfoI", "sorting" },
	{ "_ZN2at6native54_GLOBAL__N__d8ceb000_21_DistributionNormal_cu_0c5b6e8543distribution_"
	  "elementwise_grid_stride_kernelIfLi4EZNS0_9templates4cuda20normal_and_transformI",
	  "random numbers" },
	{ "_ZN2at6native43_GLOBAL__N__7_10_Dropout_cu_0e24fused_dropout_kernel_vecIffjLi1ELi4EbEEv",
	  "random numbers" },
	{ "_ZN2at6native61_GLOBAL__N__b_22_fused_adamw_impl_cu_25multi_tensor_apply_kernelINS1_28"
	  "FusedOptimizerTensorListMetadataILi4EEENS1_20FusedAdamMathFunctorIf",
	  "fused optimizer steps" },
	{ "_Z39ncclDevKernel_AllReduce_Sum_f32_RING_LL24ncclDevKernelArgsStorageILm4096EE",
	  "communication" },
	{ "_Z19vector_fft_symm_r2cILj4096E3EPTIJLj16EEELj1EEv18kernel_arguments_tIT7_E",
	  "Fourier transforms" },
	{ "_ZN8cusparse21load_balancing_kernelILj256EEEvPf", "sparse matrices" },
};

START_TEST(kernels_compute_what_their_names_say)
{
	ck_assert_msg(
	        strcmp(operator_text(kernel_operator(cases[_i].kernel)), cases[_i].computes) == 0,
	        "%s: %s", cases[_i].kernel, operator_text(kernel_operator(cases[_i].kernel)));
}
END_TEST

START_TEST(every_kind_has_a_text)
{
	for (int kind = 0; kind < OPERATORS; kind++)
		ck_assert_ptr_nonnull(operator_text((enum operator_kind)kind));
}
END_TEST

START_TEST(numbers_make_families)
{
	ck_assert(kernel_family_is_same("loop_add_fusion", "loop_add_fusion_12"));
	ck_assert(kernel_family_is_same("loop_add_fusion_1", "loop_add_fusion_2"));
	ck_assert(!kernel_family_is_same("loop_add_fusion_1", "loop_add_multiply_fusion_1"));
	ck_assert(!kernel_family_is_same("loop_add_fusion_1", "loop_add_fusion_x"));
	ck_assert(!kernel_family_is_same("work_1", "work_2"));
	ck_assert_uint_eq(kernel_family_length("loop_add_fusion_12"), strlen("loop_add_fusion"));
	ck_assert_uint_eq(kernel_family_length("_Z4workPf"), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("kernel operator");
	TCase *all = tcase_create("kernel operator");

	tcase_add_loop_test(all, kernels_compute_what_their_names_say, 0,
	                    sizeof cases / sizeof *cases);
	tcase_add_test(all, every_kind_has_a_text);
	tcase_add_test(all, numbers_make_families);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
