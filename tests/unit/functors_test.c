/* SPDX-License-Identifier: MIT */
/* Kernels whose templates have a type of the program's: names as CUDA 13.0's Thrust and CUB have
 * them. */
#include "code/demangle.h"
#include "rules/shared/functors.h"
#include "suite.h"

#include <check.h>
#include <stdlib.h>

static const struct {
	const char *kernel;
	bool has_functor;
} cases[] = {
	{ "_ZN3cub17CUB_300001_SM_9006detail6reduce18DeviceReduceKernelINS2_10policy_hubIdjN4cuda3"
	  "std3__44plusIdEEE10Policy1000EN6thrust23THRUST_300001_SM_900_NS6detail15normal_"
	  "iteratorINSD_10device_ptrIdEEEEjS9_dNS7_10__identityEEEvT0_PT3_T1_NS0_"
	  "13GridEvenShareISN_EET2_T4_",
	  false },
	{ "_ZN3cub17CUB_300001_SM_9006detail10radix_sort30DeviceRadixSortHistogramKernelINS1_"
	  "5radix10policy_hubIdNS0_8NullTypeEyE10Policy1000ELNS0_9SortOrderE0EdyNS1_21identity_"
	  "decomposer_tEEEvPT2_PKT1_SB_iiT3_",
	  false },
	{ "_ZN3cub6kernelI6float4N4cuda3std3__44plusIvEELi128ELb1ELc97EEEvPT_T0_", false },
	{ "_ZN3cub6kernelI6__halfEEvPT_", false },
	{ "_ZN3cub6kernelIvEEvv", false },
	{ "_ZN3cub6kernelEv", false },
	{ "", false },
	{ "_ZN3cub17CUB_300001_SM_9006detail6reduce18DeviceReduceKernelINS2_10policy_hubIdjN4cuda3"
	  "std3__44plusIdEEE10Policy1000EN6thrust23THRUST_300001_SM_900_NS17counting_iteratorIiNSD_"
	  "11use_defaultESF_SF_EEjS9_d4WorkEEvT0_PT3_T1_NS0_13GridEvenShareISL_EET2_T4_",
	  true },
	{ "_ZN3cub17CUB_300001_SM_9006detail8for_each13static_kernelINS2_12policy_hub_t12policy_"
	  "500_tElNS2_12op_wrapper_tIlZ4mainEUliE_N6thrust23THRUST_300001_SM_900_NS17counting_"
	  "iteratorIiNS9_11use_defaultESB_SB_EEEEEEvT0_T1_",
	  true },
	{ "_ZN3cub6kernelIN4mine4LessIdEEEEvPT_", true },
	{ "_ZN3cub6kernelIN12_GLOBAL__N_14WorkEEEvPT_", true },
	{ "_ZN3cub6kernelI7float4sEEvPT_", true },
	{ "_ZN3cub6kernelI9interpoleEEvPT_", true },
};

START_TEST(functors_are_told)
{
	char *name = demangle(cases[_i].kernel);

	ck_assert_ptr_nonnull(name);
	ck_assert_msg(functor_is_named(name) == cases[_i].has_functor, "%s", name);
	free(name);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("functors");
	TCase *all = tcase_create("all");

	tcase_add_loop_test(all, functors_are_told, 0, sizeof cases / sizeof *cases);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
