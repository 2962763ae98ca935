/* SPDX-License-Identifier: MIT */
/* What libraries' kernels compute, by their names. Any thread. */
#include "kernel/kernel_operator.h"

#include <stddef.h>
#include <string.h>

#include "base/text.h"
#include "kernel/kernel_library.h"

/*
 * THE TABLE, for kernels of kernel_library()'s libraries alone. The first pattern that matches
 * decides, so that what stands within other names ("reduce_kernel" in "splitKreduce_kernel", the
 * names of PyTorch's source files in those of its lambdas) comes before these.
 */
static const struct {
	const char *pattern;
	enum operator_kind kind;
} operators[] = {
	{ "_ZN5flash*", OPERATOR_ATTENTION },
	{ "_ZN13pytorch_flash*", OPERATOR_ATTENTION },
	{ "_ZN7cutlass*flash*", OPERATOR_ATTENTION },
	{ "*PyTorchMemEffAttention*", OPERATOR_ATTENTION },
	{ "cudnn_generated_*sdpa*", OPERATOR_ATTENTION },
	{ "triton_tem_fused_*attention*", OPERATOR_ATTENTION },
	{ "_ZN10flashinfer*Prefill*", OPERATOR_ATTENTION },
	{ "_ZN10flashinfer*Decode*", OPERATOR_ATTENTION },
	{ "_ZN4vllm*paged_attention*", OPERATOR_ATTENTION },

	{ "*multi_tensor_apply_kernel*Adam*", OPERATOR_OPTIMIZER },
	{ "*multi_tensor_apply_kernel*fused_adam*", OPERATOR_OPTIMIZER },
	{ "*multi_tensor_apply_kernel*fused_sgd*", OPERATOR_OPTIMIZER },
	{ "*multi_tensor_apply_kernel*FusedSgd*", OPERATOR_OPTIMIZER },
	{ "*multi_tensor_apply_kernel*fused_adagrad*", OPERATOR_OPTIMIZER },
	{ "*multi_tensor_apply_kernel*FusedAdagrad*", OPERATOR_OPTIMIZER },
	{ "*multi_tensor_apply_kernel*LpNorm*", OPERATOR_REDUCTION },
	{ "*lpnorm_cleanup*", OPERATOR_REDUCTION },
	{ "*multi_tensor_apply_kernel*", OPERATOR_LISTS },
	{ "triton_for_fused_*", OPERATOR_LISTS },

	{ "*distribution_elementwise_grid_stride_kernel*", OPERATOR_RANDOM },
	{ "*fused_dropout_kernel*", OPERATOR_RANDOM },
	{ "*bernoulli_*_kernel*", OPERATOR_RANDOM },
	{ "*randperm_*", OPERATOR_RANDOM },
	{ "_Z[0-9]*gen_sequenced*", OPERATOR_RANDOM },
	{ "_Z[0-9]*generate_seed_pseudo*", OPERATOR_RANDOM },
	{ "cupy_random_*", OPERATOR_RANDOM },

	{ "_ZN8cublasLt*splitKreduce_kernel*", OPERATOR_MATRIX },
	{ "_Z[0-9]*reduce_1Block_kernel*", OPERATOR_MATRIX },
	{ "_Z[0-9]*dot_kernel*", OPERATOR_MATRIX },
	{ "_Z[0-9]*nrm2_kernel*", OPERATOR_REDUCTION },
	{ "_Z[0-9]*axpy_kernel*", OPERATOR_ELEMENTWISE },
	{ "_Z[0-9]*scal_kernel*", OPERATOR_ELEMENTWISE },
	{ "_Z[0-9]*copy_kernel*", OPERATOR_COPY },

	{ "_ZN5cudnn*nchwToNhwc*", OPERATOR_COPY },
	{ "_ZN5cudnn*nhwcToNchw*", OPERATOR_COPY },
	{ "_ZN5cudnn*tensorTransform*", OPERATOR_COPY },
	{ "_ZN5cudnn*convertTensor*", OPERATOR_COPY },
	{ "_ZN5cudnn*bn_fw_*", OPERATOR_NORMALIZATION },
	{ "_ZN5cudnn*bn_bw_*", OPERATOR_NORMALIZATION },
	{ "_ZN5cudnn*softmax*", OPERATOR_NORMALIZATION },
	{ "_ZN5cudnn*pooling*", OPERATOR_POOLING },
	{ "_ZN5cudnn*op_generic_tensor_kernel*", OPERATOR_ELEMENTWISE },
	{ "*fprop*", OPERATOR_CONVOLUTION },
	{ "*dgrad*", OPERATOR_CONVOLUTION },
	{ "*wgrad*", OPERATOR_CONVOLUTION },
	{ "*convolve*", OPERATOR_CONVOLUTION },
	{ "*_scudnn_*", OPERATOR_CONVOLUTION },
	{ "*winograd*", OPERATOR_CONVOLUTION },
	{ "*implicit_gemm*", OPERATOR_CONVOLUTION },
	{ "_ZN5cudnn3cnn*", OPERATOR_CONVOLUTION },
	{ "*N2at6native*conv_depthwise*", OPERATOR_CONVOLUTION },
	{ "*N2at6native*im2col*", OPERATOR_CONVOLUTION },
	{ "*N2at6native*col2im*", OPERATOR_CONVOLUTION },
	{ "triton_tem_fused_*convolution*", OPERATOR_CONVOLUTION },

	{ "*DeviceRadixSort*", OPERATOR_SORT },
	{ "*DeviceSegmentedRadixSort*", OPERATOR_SORT },
	{ "*DeviceSegmentedSort*", OPERATOR_SORT },
	{ "*DeviceMergeSort*", OPERATOR_SORT },
	{ "*N2at6native*bitonicSort*", OPERATOR_SORT },
	{ "*N2at6native*radixSort*", OPERATOR_SORT },
	{ "*N2at6native*warpMergeSort*", OPERATOR_SORT },
	{ "*N2at6native*topk*", OPERATOR_SORT },
	{ "*DeviceReduce*", OPERATOR_REDUCTION },
	{ "*DeviceSegmentedReduce*", OPERATOR_REDUCTION },
	{ "*DeviceScan*", OPERATOR_REDUCTION },
	{ "*DeviceSelect*", OPERATOR_INDEXING },
	{ "*DeviceCompactInit*", OPERATOR_INDEXING },
	{ "*N2at6native*tensor_kernel_scan_*", OPERATOR_REDUCTION },
	{ "_ZN2at6native[0-9]*reduce_kernelI*", OPERATOR_REDUCTION },

	{ "*indexing_backward_kernel*", OPERATOR_INDEXING },
	{ "*N2at6native*index_elementwise_kernel*", OPERATOR_INDEXING },
	{ "*N2at6native*vectorized_gather_kernel*", OPERATOR_INDEXING },
	{ "*N2at6native*indexSelect*", OPERATOR_INDEXING },
	{ "*N2at6native*indexFunc*", OPERATOR_INDEXING },
	{ "*N2at6native*scatter_gather*", OPERATOR_INDEXING },
	{ "*N2at6native*embedding_*", OPERATOR_INDEXING },
	{ "*N2at6native*EmbeddingBag*", OPERATOR_INDEXING },
	{ "*N2at6native*compute_grad_weight*", OPERATOR_INDEXING },

	{ "*_SoftMax_cu_*", OPERATOR_NORMALIZATION },
	{ "*N2at6native*cunn_SoftMax*", OPERATOR_NORMALIZATION },
	{ "*N2at6native*softmax_warp_*", OPERATOR_NORMALIZATION },
	{ "*N2at6native*batch_norm_*", OPERATOR_NORMALIZATION },
	{ "*N2at6native*layer_norm_*", OPERATOR_NORMALIZATION },
	{ "*N2at6native*group_norm_*", OPERATOR_NORMALIZATION },
	{ "*N2at6native*weight_norm_*", OPERATOR_NORMALIZATION },
	{ "*N2at6native*LayerNorm*", OPERATOR_NORMALIZATION },
	{ "*N2at6native*GroupNorm*", OPERATOR_NORMALIZATION },
	{ "*N2at6native*RowwiseMoments*", OPERATOR_NORMALIZATION },
	{ "*N2at6native*GammaBeta*", OPERATOR_NORMALIZATION },
	{ "_ZN4vllm*rms_norm*", OPERATOR_NORMALIZATION },
	{ "_ZN10flashinfer*Norm*", OPERATOR_NORMALIZATION },
	{ "_ZN18transformer_engine*normalization*", OPERATOR_NORMALIZATION },
	{ "*N2at6native*_pool*", OPERATOR_POOLING },
	{ "*N2at6native*average_pool*", OPERATOR_POOLING },
	{ "*N2at6native*MaxPool*", OPERATOR_POOLING },
	{ "*N2at6native*upsample_*", OPERATOR_POOLING },
	{ "*N2at6native*grid_sampler_*", OPERATOR_POOLING },

	{ "*N2at6native*CatArrayBatchedCopy*", OPERATOR_CONCATENATION },
	{ "*N2at6native*direct_copy_kernel_cuda*", OPERATOR_COPY },
	{ "*N2at6native*float16_copy_kernel_cuda*", OPERATOR_COPY },
	{ "*N2at6native*float8_*copy_kernel_cuda*", OPERATOR_COPY },
	{ "*N2at6native*FillFunctor*", OPERATOR_COPY },
	{ "*N2at6native*arange_cuda*", OPERATOR_COPY },
	{ "*N2at6native*triu_tril_kernel*", OPERATOR_COPY },
	{ "*N2at6native*elementwise_kernel*", OPERATOR_ELEMENTWISE },

	{ "cupy_copy__*", OPERATOR_COPY },
	{ "cupy_fill", OPERATOR_COPY },
	{ "cupy_*__*", OPERATOR_ELEMENTWISE },
	{ "cupy_cub_*", OPERATOR_REDUCTION },
	{ "cupy_*sum*", OPERATOR_REDUCTION },
	{ "cupy_*prod", OPERATOR_REDUCTION },
	{ "cupy_*min", OPERATOR_REDUCTION },
	{ "cupy_*max", OPERATOR_REDUCTION },
	{ "cupy_*mean", OPERATOR_REDUCTION },
	{ "cupy_*var_core*", OPERATOR_REDUCTION },
	{ "cupy_*scan_*", OPERATOR_REDUCTION },
	{ "cupy_any", OPERATOR_REDUCTION },
	{ "cupy_all", OPERATOR_REDUCTION },
	{ "cupy_count_nonzero", OPERATOR_REDUCTION },
	{ "cupy_take*", OPERATOR_INDEXING },
	{ "cupy_getitem_*", OPERATOR_INDEXING },
	{ "cupy_scatter_*", OPERATOR_INDEXING },

	{ "triton_tem_fused_*mm*", OPERATOR_MATRIX },
	{ "triton_poi_fused_*", OPERATOR_ELEMENTWISE },
	{ "triton_*_fused_*softmax*", OPERATOR_NORMALIZATION },
	{ "triton_*_fused_*layer_norm*", OPERATOR_NORMALIZATION },
	{ "triton_*_fused_*group_norm*", OPERATOR_NORMALIZATION },
	{ "triton_*_fused_*batch_norm*", OPERATOR_NORMALIZATION },
	{ "triton_*_fused_*rms_norm*", OPERATOR_NORMALIZATION },
	{ "triton_red_fused_*", OPERATOR_REDUCTION },
	{ "triton_per_fused_*", OPERATOR_REDUCTION },

	{ "gemm_fusion_*", OPERATOR_MATRIX },
	{ "input_*scatter*fusion*", OPERATOR_INDEXING },
	{ "input_*transpose*fusion*", OPERATOR_COPY },
	{ "input_*concatenate*fusion*", OPERATOR_CONCATENATION },
	{ "input_*reduce*fusion*", OPERATOR_REDUCTION },
	{ "loop_*reduce*fusion*", OPERATOR_REDUCTION },
	{ "loop_*gather*fusion*", OPERATOR_INDEXING },
	{ "loop_*scatter*fusion*", OPERATOR_INDEXING },
	{ "loop_*dynamic_update_slice*fusion*", OPERATOR_COPY },
	{ "loop_*fusion*", OPERATOR_ELEMENTWISE },
	{ "wrapped_*gather*", OPERATOR_INDEXING },
	{ "wrapped_*scatter*", OPERATOR_INDEXING },
	{ "wrapped_*reduce*", OPERATOR_REDUCTION },
	{ "wrapped_*transpose*", OPERATOR_COPY },
	{ "wrapped_*convert*", OPERATOR_COPY },
	{ "wrapped_*broadcast*", OPERATOR_COPY },
	{ "wrapped_*concatenate*", OPERATOR_CONCATENATION },
	{ "wrapped_*slice*", OPERATOR_COPY },
	{ "wrapped_*copy*", OPERATOR_COPY },
	{ "wrapped_*", OPERATOR_ELEMENTWISE },

	{ "nvjet_*", OPERATOR_MATRIX },
	{ "*gemm*", OPERATOR_MATRIX },
	{ "*gemv*", OPERATOR_MATRIX },
	{ "*cublasGemvTensor*", OPERATOR_MATRIX },
};

/* Libraries all of whose kernels do the same. */
static const struct {
	const char *library;
	enum operator_kind kind;
} libraries[] = {
	{ "NCCL", OPERATOR_COMMUNICATION },
	{ "cuFFT", OPERATOR_TRANSFORM },
	{ "cuSOLVER", OPERATOR_SOLVER },
	{ "cuSPARSE", OPERATOR_SPARSE },
};

static const char *const texts[OPERATORS] = {
	[OPERATOR_OTHER] = "other",
	[OPERATOR_MATRIX] = "matrix products",
	[OPERATOR_CONVOLUTION] = "convolutions",
	[OPERATOR_ATTENTION] = "attention",
	[OPERATOR_NORMALIZATION] = "normalization and softmax",
	[OPERATOR_POOLING] = "pooling and resampling",
	[OPERATOR_ELEMENTWISE] = "element-wise operations",
	[OPERATOR_LISTS] = "torch._foreach_* on lists of tensors",
	[OPERATOR_REDUCTION] = "reductions and scans",
	[OPERATOR_COPY] = "copies, fills and casts",
	[OPERATOR_CONCATENATION] = "concatenations",
	[OPERATOR_INDEXING] = "indexing",
	[OPERATOR_SORT] = "sorting",
	[OPERATOR_RANDOM] = "random numbers",
	[OPERATOR_OPTIMIZER] = "fused optimizer steps",
	[OPERATOR_COMMUNICATION] = "communication",
	[OPERATOR_TRANSFORM] = "Fourier transforms",
	[OPERATOR_SOLVER] = "factorizations",
	[OPERATOR_SPARSE] = "sparse matrices",
};

enum operator_kind kernel_operator(const char *name)
{
	const struct library *library = kernel_library(name);

	if (!library)
		return OPERATOR_OTHER;
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
		if (strcmp(libraries[i].library, library->name) == 0)
			return libraries[i].kind;
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
		if (text_matches(operators[i].pattern, name))
			return operators[i].kind;
	return OPERATOR_OTHER;
}

const char *operator_text(enum operator_kind kind)
{
	return texts[kind];
}
