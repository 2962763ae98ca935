/* SPDX-License-Identifier: MIT */
/* Kernels of libraries, by their names. Any thread. */
#include "kernel/kernel_library.h"

#include <errno.h>
#include <stddef.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/*
 * THE TABLE. Patterns that no program's own kernel matches by chance; the first that does decides.
 * Names of cuBLAS, cuDNN and PyTorch are those seen in recordings of PyTorch 2.11 with CUDA 13.0,
 * those of cuSOLVER and CuPy in recordings of CuPy 14.2 with it: of CuPy a list, since programs
 * name kernels of their own, too; the others are namespaces and prefixes of sources that are
 * public, or that profilers' reports show. NCCL's are what its sources generate: ncclDevKernel_
 * (ncclKernel_ in old versions), and ncclSymDevKernel_ or ncclSymkDevKernel_ for symmetric memory.
 */
static const struct library libraries[] = {
	{ "*ncclDevKernel_*", "NCCL", LIBRARY_COMMUNICATION },
	{ "*ncclKernel_*", "NCCL", LIBRARY_COMMUNICATION },
	{ "*ncclSymDevKernel_*", "NCCL", LIBRARY_COMMUNICATION },
	{ "*ncclSymkDevKernel_*", "NCCL", LIBRARY_COMMUNICATION },
	{ "_ZN5cudnn*", "cuDNN", LIBRARY_MATHEMATICS },
	{ "*_scudnn_*", "cuDNN", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*_convolve*_sgemmI*", "cuDNN", LIBRARY_MATHEMATICS },
	{ "*_cudnn", "cuDNN", LIBRARY_MATHEMATICS },
	{ "*__5x_cudnn*", "cuDNN", LIBRARY_MATHEMATICS },
	{ "cudnn_generated_*", "cuDNN", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*wgrad_alg0_engine*", "cuDNN", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*dgrad_engineI*", "cuDNN", LIBRARY_MATHEMATICS },
	{ "_ZN8cublasLt*", "cuBLAS", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*dot_kernel*cublas*", "cuBLAS", LIBRARY_VECTORS },
	{ "_Z[0-9]*reduce_1Block_kernel*cublas*", "cuBLAS", LIBRARY_VECTORS },
	{ "_Z[0-9]*axpy_kernel*cublas*", "cuBLAS", LIBRARY_VECTORS },
	{ "_Z[0-9]*scal_kernel*cublas*", "cuBLAS", LIBRARY_VECTORS },
	{ "_Z[0-9]*copy_kernel*cublas*", "cuBLAS", LIBRARY_VECTORS },
	{ "_Z[0-9]*nrm2_kernel*cublas*", "cuBLAS", LIBRARY_VECTORS },
	{ "*_cublas", "cuBLAS", LIBRARY_MATHEMATICS },
	{ "*[0-9]cublas*Params*", "cuBLAS", LIBRARY_MATHEMATICS },
	{ "*cublasGemvTensor*", "cuBLAS", LIBRARY_MATHEMATICS },
	{ "nvjet_*", "cuBLAS", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*sgemm_largek_lds*", "cuBLAS", LIBRARY_MATHEMATICS },
	{ "cutlass[0-9]x_*gemm*", "cuBLAS", LIBRARY_MATHEMATICS },
	{ "cutlass_[0-9]*_*gemm*", "cuBLAS", LIBRARY_MATHEMATICS },
	{ "maxwell_*gemm_*", "cuBLAS", LIBRARY_MATHEMATICS },
	{ "volta_*gemm_*", "cuBLAS", LIBRARY_MATHEMATICS },
	{ "turing_*gemm_*", "cuBLAS", LIBRARY_MATHEMATICS },
	{ "ampere_*gemm_*", "cuBLAS", LIBRARY_MATHEMATICS },
	{ "_ZN7cutlass*", "CUTLASS", LIBRARY_MATHEMATICS },
	{ "_Z6kernelI[0-9]*getrf_*params_*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*getrf_pivotI*getrf_params_*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*I[0-9]*sytrd_params*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*I[0-9]*stedc_params_*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*ipiv_lower_smallI*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*ipiv_lower_diagI*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*ipiv_64_to_32_kerI*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*create_pivot_v2I*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*copy_info_kerneliPi", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*xx_set_info_keri*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*laswp_kernel2I*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*potrf_alg2_*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*geqr2_smem_domino_*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*larft_T_64*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*larfb_set_v1_*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*larfb_restore_v1_*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*larfg_kernel_fastI*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*labrd_set_*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*labrd_compute_*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*labrd_update_*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*gebrd_set_*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*gebd2_ctaI*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*orgqr_step*_kernelI*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*ormtr_gemv_*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*ormtr_gercI*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*lansy_M_stage*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*laed2_copyI*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*batch_eye_kernelI*Li5ELi3EE*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*lacpy_kernelI*Li5ELi3EE*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*scale_maxI*EEvllPT_S1_S1_Pi", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*merge_kerI*EEvllPT0_S1_lPiS1_S1_lii", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*cuds_gemv_*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*shift_householder_vector_*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*gemmcn_skinny_kernelI*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_ZN[0-9]*_GLOBAL__N__*_lasr_cu_*lasr_*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*xxtrf4_*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*batched_svd_parallel_jacobi_*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*svd_column_rotate_batch*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*svd_row_rotate_batch*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "_ZN8cusparse*", "cuSPARSE", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*csric0_*_core*", "cuSPARSE", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*cusparseI*_core*", "cuSPARSE", LIBRARY_MATHEMATICS },
	{ "*_fft*kernel_arguments_t*", "cuFFT", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*process_kernelI*real_complex_args_t*", "cuFFT", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*gen_sequenced*curandState*", "cuRAND", LIBRARY_MATHEMATICS },
	{ "_Z[0-9]*generate_seed_pseudo*curand*", "cuRAND", LIBRARY_MATHEMATICS },
	{ "_ZN5flash*", "FlashAttention", LIBRARY_MATHEMATICS },
	{ "_ZN13pytorch_flash*", "FlashAttention", LIBRARY_MATHEMATICS },
	{ "_ZN10flashinfer*", "FlashInfer", LIBRARY_MATHEMATICS },
	{ "_ZN4vllm*", "vLLM", LIBRARY_OPERATORS },
	{ "_ZN12tensorrt_llm*", "TensorRT-LLM", LIBRARY_OPERATORS },
	{ "_ZN18transformer_engine*", "Transformer Engine", LIBRARY_OPERATORS },
	{ "_ZN10tensorflow*", "TensorFlow", LIBRARY_OPERATORS },
	{ "_ZN11onnxruntime*", "ONNX Runtime", LIBRARY_OPERATORS },
	{ "*PyTorchMemEffAttention*", "PyTorch", LIBRARY_MATHEMATICS },
	{ "*N2at6native*", "PyTorch", LIBRARY_OPERATORS },
	{ "*N2at4cuda*", "PyTorch", LIBRARY_OPERATORS },
	{ "*indexing_backward_kernel*", "PyTorch", LIBRARY_OPERATORS },
	{ "_ZN14at_cuda_detail3cub*", "PyTorch", LIBRARY_OPERATORS },
	{ "_ZN[0-9]*_GLOBAL__N__*_SoftMax_cu_*softmax_warp_*", "PyTorch", LIBRARY_OPERATORS },
	{ "_ZN5Eigen8internal*", "Eigen", LIBRARY_OPERATORS },
	{ "cupy_*__*", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_cub_*", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_sum", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_sum_*_dtype", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_nansum", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_nansum_*_dtype", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_prod", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_nanprod", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_min", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_max", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_nanmin", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_nanmax", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_argmin", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_argmax", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_nanargmin", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_nanargmax", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_mean", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_nanmean", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_any", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_all", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_count_nonzero", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_var_core*", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_nanvar_core*", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_random_*", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_fill", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_percentile_*", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_bsum_*", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_scan_*", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_add_scan_*", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_getitem_mask*", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_nonzero_kernel*", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_searchsorted_kernel*", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_exists_kernel*", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_interp", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_tri", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_tri[lu]_kernel", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_take*", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_scatter_*", "CuPy", LIBRARY_OPERATORS },
	{ "cupy_prepare_*", "CuPy", LIBRARY_OPERATORS },
	{ "triton_poi_fused_*", "torch.compile", LIBRARY_COMPILERS },
	{ "triton_red_fused_*", "torch.compile", LIBRARY_COMPILERS },
	{ "triton_per_fused_*", "torch.compile", LIBRARY_COMPILERS },
	{ "triton_tem_fused_*", "torch.compile", LIBRARY_COMPILERS },
	{ "triton_for_fused_*", "torch.compile", LIBRARY_COMPILERS },
	{ "loop_*fusion*", "XLA", LIBRARY_COMPILERS },
	{ "input_*fusion*", "XLA", LIBRARY_COMPILERS },
	{ "gemm_fusion_*", "XLA", LIBRARY_COMPILERS },
	{ "wrapped_*", "XLA", LIBRARY_COMPILERS },
	{ "_ZN3cub*", "CUB", LIBRARY_ALGORITHMS },
	{ "_ZN6thrust*", "Thrust", LIBRARY_ALGORITHMS },
};

/*
 * The same by source file, for what a library brings as headers and has code of its own to speak
 * of. Not those that are thin: cooperative groups, mma.h and cuda/std do what the program asks for.
 */
static const struct library headers[] = {
	{ "*/curand_*.h", "cuRAND", LIBRARY_RANDOM },
	{ "*/cub/*/*.cuh", "CUB", LIBRARY_ALGORITHMS },
	{ "*/thrust/*/*.h", "Thrust", LIBRARY_ALGORITHMS },
};

/* The same by the binary that launches. */
static const struct library binaries[] = {
	{ "*/libcublas*.so*", "cuBLAS", LIBRARY_MATHEMATICS },
	{ "*/libcudnn*.so*", "cuDNN", LIBRARY_MATHEMATICS },
	{ "*/libcufft*.so*", "cuFFT", LIBRARY_MATHEMATICS },
	{ "*/libcusolver*.so*", "cuSOLVER", LIBRARY_MATHEMATICS },
	{ "*/libcusparse*.so*", "cuSPARSE", LIBRARY_MATHEMATICS },
	{ "*/libcurand.so*", "cuRAND", LIBRARY_MATHEMATICS },
	{ "*/libcutensor*.so*", "cuTENSOR", LIBRARY_MATHEMATICS },
	{ "*/libmagma*.so*", "MAGMA", LIBRARY_MATHEMATICS },
	{ "*/libnpp*.so*", "NPP", LIBRARY_MATHEMATICS },
	{ "*/libnvjpeg.so*", "nvJPEG", LIBRARY_MATHEMATICS },
};

/*
 * Matrix products and convolutions of these libraries in single precision on the FP32 units
 * ("simt", "ffma"): names in cuBLAS 13.0 and cuDNN 9. Those that say tf32, tensorop, 1688 or 16816
 * run on tensor cores, and so do all of nvjet.
 */
static const char *const single_precision[] = {
	"maxwell_sgemm_*",
	"volta_sgemm_*",
	"turing_sgemm_*",
	"ampere_sgemm_*",
	"cutlass*_simt_sgemm_*",
	"_ZN7cutlass*_simt_sgemm_*",
	"_Z[0-9]*sgemm_largek_lds*",
	"sm[0-9]*_xmma_*gemm*_f32f32_f32f32_f32_*ffma*",
	"*_scudnn_*",
	"_Z[0-9]*_convolve*_sgemmIf*",
};

/* The same of numbers of 32 bits on tensor cores: cuDNN convolves so by default. What CUTLASS calls
 * s1688 with another type of operands has that in its name. */
static const char *const tf32[] = {
	"*_tf32f32_*",
	"*_optimized_tf32_*",
	"*_tensorop_s1688gemm_[0-9]*",
};

/* Products of FP16 and BF16, as CUTLASS names them: with the types, or "h" where all are FP16. At
 * their end stands how many numbers they load at a time. */
static const char *const half_products[] = {
	"*cutlass_*tensorop_*f16_*gemm*_align*",
	"*cutlass_*tensorop_*gemm_*f16_*_align*",
	"*cutlass_*tensorop_h[0-9]*gemm_*_align*",
};

/* PyTorch's, CuPy's, and XLA's where JAX runs an operation by itself. */
static const char *const elementwise[] = {
	"*N2at6native*elementwise_kernel*",
	"cupy_*__*",
	"wrapped_*",
};

/* Comparisons of elements, and copies of them: those of PyTorch, CuPy and JAX. */
static const char *const lookups[] = {
	"*N2at6native*elementwise_kernel*CompareEqFunctor*",
	"*N2at6native*elementwise_kernel*CompareFunctor*",
	"*N2at6native*elementwise_kernel*direct_copy_kernel_cuda*",
	"*N2at6native*index_elementwise_kernel*index_kernel_impl*",
	"cupy_equal__*",
	"cupy_not_equal__*",
	"cupy_less__*",
	"cupy_less_equal__*",
	"cupy_greater__*",
	"cupy_greater_equal__*",
	"cupy_copy__*",
	"wrapped_compare*",
	"wrapped_slice*",
	"wrapped_dynamic_slice*",
};

/* PyTorch's sums, means and norms of what one element after another gives. */
static const char *const reductions[] = {
	"*N2at6native*reduce_kernel*",
};

/* CuPy's reductions where CUB's device functions do not take them: blocks are of results. */
static const char *const results_in_blocks[] = {
	"cupy_sum*",  "cupy_nansum*",   "cupy_prod",         "cupy_nanprod", "cupy_min",
	"cupy_max",   "cupy_nanmin",    "cupy_nanmax",       "cupy_arg*",    "cupy_nanarg*",
	"cupy_mean",  "cupy_nanmean",   "cupy_any",          "cupy_all",     "cupy_count_nonzero",
	"cupy_cub_*", "cupy_var_core*", "cupy_nanvar_core*",
};

/* UnaryOpFunctor, BinaryOpScalarListFunctor, PointwiseOpScalarFunctor ...; what is fused has a
 * functor of its own, and norms reduce. */
static const char *const foreach[] = {
	"*multi_tensor_apply_kernel*OpFunctor*",
	"*multi_tensor_apply_kernel*OpScalar*",
	"*multi_tensor_apply_kernel*OpList*",
};

static const char *const kind_names[] = {
	[LIBRARY_MATHEMATICS] = "mathematics",     [LIBRARY_VECTORS] = "vectors",
	[LIBRARY_OPERATORS] = "operators",         [LIBRARY_COMPILERS] = "compilers",
	[LIBRARY_ALGORITHMS] = "algorithms",       [LIBRARY_RANDOM] = "random",
	[LIBRARY_COMMUNICATION] = "communication",
};

static const struct library *find(const struct library *table, size_t count, const char *text)
{
	for (size_t i = 0; i < count; i++)
		if (text_matches(table[i].pattern, text))
			return &table[i];
	return NULL;
}

const struct library *kernel_library(const char *name)
{
	return find(libraries, sizeof libraries / sizeof *libraries, name);
}

/*
 * As XLA's sources have them: one holds the stream until all that is timed has been issued, the
 * other looks whether a variant wrote beside its results.
 */
static const char *const tuners[] = {
	"_ZN15stream_executor*DelayKernel*",
	"_ZN15stream_executor*RedzoneAllocatorKernel*",
};

bool kernel_is_of_tuner(const char *name)
{
	for (size_t i = 0; i < sizeof tuners / sizeof *tuners; i++)
		if (text_matches(tuners[i], name))
			return true;
	return false;
}

const struct library *operation_library(const struct trace *trace, uint32_t operation)
{
	return operation == NONE || trace->operations.type[operation] != OPERATION_KERNEL
	               ? NULL
	               : kernel_library(
	                         trace->functions[operation_function(trace, operation)].name);
}

bool operation_is_of_thrust(const struct trace *trace, uint32_t operation)
{
	static const char space[] = "6thrust"; /* in mangled names */
	const struct library *library = operation_library(trace, operation);

	return library &&
	       (strcmp(library->name, "Thrust") == 0 ||
	        (strcmp(library->name, "CUB") == 0 &&
	         strstr(trace->functions[operation_function(trace, operation)].name, space)));
}

const struct library *binary_library(const char *path)
{
	return find(binaries, sizeof binaries / sizeof *binaries, path);
}

const struct library *source_library(const char *path)
{
	return find(headers, sizeof headers / sizeof *headers, path);
}

static bool is_any_of(const char *const *patterns, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (text_matches(patterns[i], name))
			return true;
	return false;
}

bool kernel_is_single_precision(const char *name)
{
	return is_any_of(single_precision, sizeof single_precision / sizeof *single_precision,
	                 name);
}

bool kernel_is_tf32(const char *name)
{
	return is_any_of(tf32, sizeof tf32 / sizeof *tf32, name);
}

/* Whether the end of NAME says that the kernel loads one number at a time, or two. */
static bool loads_few(const char *name)
{
	static const char *const ends[] = { "*_align1", "*_align1E*", "*_align2", "*_align2E*" };

	return is_any_of(ends, sizeof ends / sizeof *ends, name);
}

bool kernel_is_unaligned(const char *name)
{
	return is_any_of(half_products, sizeof half_products / sizeof *half_products, name) &&
	       loads_few(name);
}

bool kernel_is_unaligned_tf32(const char *name)
{
	return text_matches("*_tensorop_s1688gemm_[0-9]*", name) && loads_few(name);
}

int kernel_tile_side(const char *name)
{
	const char *digit = name;

	while ((digit = strpbrk(digit, "0123456789"))) {
		char *end;
		const long rows = strtol(digit, &end, 10);
		const long columns = *end == 'x' ? strtol(end + 1, NULL, 10) : 0;

		if (rows > 0 && columns > 0 && rows < INT_MAX && columns < INT_MAX)
			return (int)(rows < columns ? rows : columns);
		digit = end;
	}
	return 0;
}

bool kernel_is_elementwise(const char *name)
{
	return is_any_of(elementwise, sizeof elementwise / sizeof *elementwise, name);
}

bool kernel_is_lookup(const char *name)
{
	return is_any_of(lookups, sizeof lookups / sizeof *lookups, name);
}

bool kernel_is_reduction(const char *name)
{
	return is_any_of(reductions, sizeof reductions / sizeof *reductions, name);
}

const char *kernel_works_on_copy(const char *name)
{
	static const struct {
		const char *pattern, *operation;
	} operations[] = {
		{ "*N2at6native*masked_fill_kernel*", "masked_fill" },
		{ "*N2at6native*index_fill_kernel*", "index_fill" },
		{ "*N2at6native*index_copy_kernel*", "index_copy" },
		{ "*N2at6native*indexFuncLargeIndex*", "index_add" },
		{ "*N2at6native*indexFuncSmallIndex*", "index_add" },
	};

	for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
		if (text_matches(operations[i].pattern, name))
			return operations[i].operation;
	return NULL;
}

bool kernel_is_foreach(const char *name)
{
	return is_any_of(foreach, sizeof foreach / sizeof *foreach, name);
}

bool kernel_reduces_in_blocks(const char *name)
{
	return is_any_of(results_in_blocks, sizeof results_in_blocks / sizeof *results_in_blocks,
	                 name) &&
	       kernel_library(name) && !kernel_is_elementwise(name);
}

bool kernel_is_norm_gradient(const char *name)
{
	return text_matches("*N2at6native*layer_norm_kernel_cu*GammaBetaBackward*", name);
}

static const struct framework frameworks[] = {
	{ "PyTorch", "PyTorch", NULL, true },
	{ "torch.compile", "torch.compile", "PyTorch", true },
	{ "XLA", "JAX", NULL, true }, /* TensorFlow has XLA, too, but seldom */
	{ "CuPy", "CuPy", NULL, true },
	{ "cuBLAS", "cuBLAS", NULL, false }, /* only where nothing above calls it */
};

enum { FRAMEWORKS = sizeof frameworks / sizeof *frameworks };

static int framework_of(const char *kernel)
{
	const struct library *library = kernel_library(kernel);
	int i = 0;

	while (i < FRAMEWORKS && !(library && strcmp(library->name, frameworks[i].library) == 0))
		i++;
	return i;
}

const struct framework *kernels_framework(const struct trace *trace, int *err)
{
	const struct trace_operations *o = &trace->operations;
	uint8_t *framework = malloc(trace->functions_count + 1);
	size_t launches[FRAMEWORKS + 1] = { 0 };
	int most = 0;

	*err = framework ? 0 : -ENOMEM;
	for (size_t i = 0; framework && i < trace->functions_count; i++)
		framework[i] = (uint8_t)framework_of(trace->functions[i].name);
	for (uint32_t i = 0; framework && i < o->count; i++)
		if (o->type[i] == OPERATION_KERNEL)
			launches[framework[trace->launch_shapes[o->detail[i]].function]]++;
	for (int i = 1; i < FRAMEWORKS; i++)
		if (launches[i] > launches[most] && (i < FRAMEWORKS - 1 || !launches[most]))
			most = i;
	free(framework);
	return launches[most] ? &frameworks[most] : NULL;
}

const char *library_kind_name(enum library_kind kind)
{
	return kind_names[kind];
}

bool kernel_communicates(const char *name)
{
	const struct library *library = kernel_library(name);

	return library && library->kind == LIBRARY_COMMUNICATION;
}

bool *kernels_communicating(const struct trace *trace)
{
	bool *communicates = calloc(trace->functions_count + 1, sizeof *communicates);

	for (size_t i = 0; communicates && i < trace->functions_count; i++)
		communicates[i] = kernel_communicates(trace->functions[i].name);
	return communicates;
}
