/* SPDX-License-Identifier: MIT */
/* Demangling and shortening: names that real programs have, and names that are made to hurt. */
#include "code/demangle.h"
#include "code/shorten.h"

#include <check.h>
#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "suite.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

#define PYTORCH_ADD                                                                     \
	"_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_15CUDAFunctor_addIfEENS_" \
	"6detail5ArrayIPcLi3EEEEEviT0_T1_"
#define PYTORCH_EXP                                                                      \
	"_ZN2at6native29vectorized_elementwise_kernelILi4EZZZNS0_15exp_kernel_cudaERNS_" \
	"18TensorIteratorBaseEENKUlvE0_"                                                 \
	"clEvENKUlvE_clEvEUldE_NS_6detail5ArrayIPcLi2EEEEEviT0_T1_"
#define PYTORCH_SUM                                                                         \
	"_ZN2at6native13reduce_kernelILi128ELi4ENS0_8ReduceOpIfNS0_14func_wrapper_tIfZNS0_" \
	"11sum_functorIfffEclERNS_14TensorIteratorEEUlffE_EEjfLi4ELi4EEEEEvT1_"
#define PYTORCH_MUL                                                                      \
	"_ZN2at6native18elementwise_kernelILi128ELi2EZNS0_22gpu_kernel_impl_nocastINS0_" \
	"13BUnaryFunctorIfffNS0_15binary_internal10MulFunctorIfEEEEEEvRNS_"              \
	"18TensorIteratorBaseERKT_EUliE_EEviT1_"
#define CUTLASS                                                                         \
	"_ZN7cutlass6KernelINS_4gemm6kernel4GemmINS1_11threadblock13MmaMultistageINS1_" \
	"9GemmShapeILi128ELi128ELi32EEE"                                                \
	"fEEEEEEvNT_6ParamsE"

static const struct {
	const char *mangled, *readable;
} names[] = {
	{ "_Z10vector_addPKfS0_Pfi", "vector_add(float const*, float const*, float*, int)" },
	{ "_Z6reduceILi256EfEvPKT0_PS0_i", "void reduce<256, float>(float const*, float*, int)" },
	{ "_ZN12_GLOBAL__N_16kernelEPf", "(anonymous namespace)::kernel(float*)" },
	{ "_RNvCs1234_7mycrate3foo", "mycrate::foo" },
	{ "_ZN4core3ptr18real_drop_in_place17h0123456789abcdefE", "core::ptr::real_drop_in_place" },
	{ "volta_sgemm_128x64_nn", "volta_sgemm_128x64_nn" },
	/* Static functions, as nvcc 13 names them. */
	{ "__nv_static_40__d2558eb5_22_dynamic_parallelism_cu_main__Z6parentPj",
	  "parent(unsigned int*)" },
	{ "__nv_static_40__d2558eb5_22_dynamic_parallelism_cu_main_parent", "parent" },
	{ "__nv_static_40__d2558eb5_22_dynamic_parallelism_cu_main_",
	  "__nv_static_40__d2558eb5_22_dynamic_parallelism_cu_main_" },
	{ "__nv_static_4__d2558eb5__Z1fv", "__nv_static_4__d2558eb5__Z1fv" },
	{ "__nv_static_99__Z1fv", "__nv_static_99__Z1fv" },
	{ "__nv_static_", "__nv_static_" },
	{ "__nv_static_99999999999999999999999999_", "__nv_static_99999999999999999999999999_" },
	{ "", "" },
	{ "_", "_" },
	{ "_Z", "_Z" },
	{ "_Z1fI", "_Z1fI" },
};

START_TEST(readable_names)
{
	char *readable = demangle(names[_i].mangled);

	ck_assert_str_eq(readable, names[_i].readable);
	free(readable);
}
END_TEST

/* A name longer than libiberty takes with its recursion limit. */
START_TEST(long_name)
{
	char mangled[8192] = "_Z1fI";
	char *readable;

	for (int i = 0; i < 500; i++)
		strcat(mangled, "11a_long_name");
	strcat(mangled, "Evv");
	readable = demangle(mangled);
	ck_assert_int_eq(strncmp(readable, "void f<a_long_name, a_long_name, ", 33), 0);
	free(readable);
}
END_TEST

/* Each part names the one before twice: what is printed doubles with every 11 bytes. */
START_TEST(exponential_name)
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	char mangled[1024] = "_Z1f1AIiiE";
	char *readable;

	for (size_t i = 0; i < 36; i++)
		sprintf(mangled + strlen(mangled), "S_IS%c_S%c_E", digits[i], digits[i]);
	readable = demangle(mangled);
	ck_assert_str_eq(readable, mangled);
	free(readable);
}
END_TEST

static const struct {
	const char *unit;
	size_t bytes;
} deep[] = {
	{ "P", 900 },   { "P", 16000 }, { "1AI", 16000 },    { "DTcv", 16000 },
	{ "N", 16000 }, { "F", 16000 }, { "1fI1fI", 16000 }, { "P", 1 << 20 },
};

START_TEST(deep_names)
{
	size_t length = strlen(deep[_i].unit);
	char *mangled = malloc(deep[_i].bytes + 16), *readable, *text;

	strcpy(mangled, "_Z1f");
	for (size_t used = 4; used < deep[_i].bytes; used += length)
		memcpy(mangled + used, deep[_i].unit, length + 1);
	strcat(mangled, "v");
	readable = demangle(mangled);
	ck_assert_ptr_nonnull(readable);
	text = function_shorten(readable, 60);
	ck_assert_int_le(text_width(text), 60);
	free(mangled);
	free(readable);
	free(text);
}
END_TEST

static const struct {
	const char *mangled;
	int columns;
	const char *text;
} shortened[] = {
	{ "_Z6reduceILi256EfEvPKT0_PS0_i", 0, "reduce<256, float>" },
	{ "_Z6reduceILi256EfEvPKT0_PS0_i", 12, "reduce<…>" },
	{ PYTORCH_ADD, 80,
	  "vectorized_elementwise_kernel<4, CUDAFunctor_add<float>, Array<char*, 3>>" },
	/* Of kernels that run what they are given, that. */
	{ PYTORCH_ADD, 60, "vectorized_elementwise_kernel<CUDAFunctor_add>" },
	{ PYTORCH_ADD, 40, "CUDAFunctor_add" },
	{ PYTORCH_EXP, 60, "vectorized_elementwise_kernel<exp_kernel_cuda>" },
	{ PYTORCH_SUM, 60, "reduce_kernel<sum_functor>" },
	{ PYTORCH_MUL, 60, "elementwise_kernel<MulFunctor>" },
	{ "_Z13reduce_kernelILi256EfEvPf", 20, "reduce_kernel<…>" },
	{ "_Z13reduce_kernelIN2my9Histogram5ItemsEEvPf", 24, "reduce_kernel<Items>" },
	{ PYTORCH_EXP, 120,
	  "at::native::vectorized_elementwise_kernel<4, "
	  "exp_kernel_cuda::{lambda#2}::{lambda#1}::{lambda#1}, "
	  "Array<char*, 2>>" },
	{ CUTLASS, 80, "cutlass::Kernel<Gemm<MmaMultistage<GemmShape<128, 128, 32>, float>>>" },
	{ CUTLASS, 40, "Kernel<Gemm<MmaMultistage<…>>>" },
	{ "_ZN12_GLOBAL__N_16kernelEPf", 0, "(anonymous namespace)::kernel" },
	{ "_ZN12_GLOBAL__N_16kernelEPf", 20, "kernel" },
	{ "_ZN6solver10boundaries6kernelIfLi3EEEvPT_", 30, "boundaries::kernel<float, 3>" },
	{ "_ZN6solver10boundaries6kernelIfLi3EEEvPT_", 24, "boundaries::kernel<…>" },
	{ "_ZN6solver10boundaries12kernel_of_xyIfLi3EEEvPT_", 30, "kernel_of_xy<float, 3>" },
	{ "_ZN3FooIiEclEv", 0, "Foo<int>::operator()" },
	{ "_ZlsIiERSoS0_T_", 0, "operator<< <int>" },
	{ "_Z1fIXgtLi4ELi3EEEvv", 0, "f<((4)>(3))>" },
	{ "_Z3fooILb1EEvNSt9enable_ifIXT_EiE4typeE", 0, "foo<true>" },
	{ "_ZN7cutlass7Kernel2I41cutlass_80_simt_sgemm_64x64_8x5_nn_align1EEvNT_6ParamsE", 0,
	  "cutlass::Kernel2<cutlass_80_simt_sgemm_64x64_8x5_nn_align1>" },
	{ "_ZN7cutlass7Kernel2I41cutlass_80_simt_sgemm_64x64_8x5_nn_align1EEvNT_6ParamsE", 45,
	  "cutlass_80_simt_sgemm_64x64_8x5_nn_align1" },
	{ "_ZN7cutlass7Kernel2I41cutlass_80_simt_sgemm_64x64_8x5_nn_align1EEvNT_6ParamsE", 30,
	  "cutlass_80_simt…_8x5_nn_align1" },
	{ "volta_sgemm_128x64_nn", 10, "volta…4_nn" },
	{ "plain", 0, "plain" },
	{ "", 10, "" },
	{ "f\033[31m<a>", 0, "f?[31m<a>" },
	/* Brackets that do not match. */
	{ "f<", 10, "f<" },
	{ "f)>", 10, "f)>" },
	{ "(", 10, "(" },
	{ "operator", 10, "operator" },
	{ "f(a", 10, "f" },
};

START_TEST(shortened_names)
{
	char *readable = demangle(shortened[_i].mangled);
	char *text = function_shorten(readable, shortened[_i].columns);

	ck_assert_str_eq(text, shortened[_i].text);
	free(readable);
	free(text);
}
END_TEST

/* At every width: no wider than asked for, and as wide as needed when there is room. */
START_TEST(every_width)
{
	char *readable = demangle(shortened[_i].mangled);

	for (int columns = 1; columns < 150; columns++) {
		char *text = function_shorten(readable, columns);

		ck_assert_int_le(text_width(text), columns);
		free(text);
	}
	free(readable);
}
END_TEST

/* Megabytes of brackets: linear time, or this test does not end. */
START_TEST(hostile_shortening)
{
	static const char *const units[] = { "<",  "f<", "(",  "<([{", "operator",
		                             "a,", "> ", "::", "()::", "f<a>" };
	enum { BYTES = 200000 };
	char *name = malloc(BYTES + 16), *text;

	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		size_t length = strlen(units[i]);

		for (size_t used = 0; used < BYTES; used += length)
			memcpy(name + used, units[i], length + 1);
		text = function_shorten(name, 40);
		ck_assert_int_le(text_width(text), 40);
		free(text);
	}
	free(name);
}
END_TEST

/* Shortening starts no thread, which is what ThreadSanitizer would look at. */
#ifdef __SANITIZE_THREAD__
static const bool is_for_threads = true;
#else
static const bool is_for_threads = false;
#endif

int main(void)
{
	Suite *suite = suite_create("demangle");
	TCase *tcase = tcase_create("demangle");

	setlocale(LC_CTYPE, "C.UTF-8");
	tcase_set_timeout(tcase, 600);
	tcase_add_loop_test(tcase, readable_names, 0, ARRAY_SIZE(names));
	tcase_add_test(tcase, long_name);
	tcase_add_test(tcase, exponential_name);
	tcase_add_loop_test(tcase, deep_names, 0, ARRAY_SIZE(deep));
	if (!is_for_threads) {
		tcase_add_loop_test(tcase, shortened_names, 0, ARRAY_SIZE(shortened));
		tcase_add_loop_test(tcase, every_width, 0, ARRAY_SIZE(shortened));
		tcase_add_test(tcase, hostile_shortening);
	}
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
