/* SPDX-License-Identifier: MIT */
/* Tests of what an API call does, by its name. */
#include "trace/call_class.h"
#include "suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

static const struct {
	const char *name;
	enum call_class class;
} names[] = {
	{ "cudaLaunchKernel_v7000", CALL_LAUNCH },
	{ "cudaLaunchKernel_ptsz_v7000", CALL_LAUNCH },
	{ "cudaLaunchKernelExC_v11060", CALL_LAUNCH },
	{ "cudaLaunchCooperativeKernel_v9000", CALL_LAUNCH },
	{ "cuLaunchKernel", CALL_LAUNCH },
	{ "cuLaunchKernelEx_ptsz", CALL_LAUNCH },
	{ "cudaLaunchHostFunc_v10000", CALL_HOST_CALLBACK },
	{ "cuStreamAddCallback", CALL_HOST_CALLBACK },
	{ "cudaGraphLaunch_v10000", CALL_GRAPH_LAUNCH },
	{ "cuGraphLaunch_ptsz", CALL_GRAPH_LAUNCH },
	{ "cudaGraphInstantiateWithFlags_v11040", CALL_GRAPH },
	{ "cudaStreamBeginCapture_v10000", CALL_GRAPH },
	{ "cudaMemcpyAsync_v3020", CALL_COPY },
	{ "cuMemcpyHtoDAsync_v2", CALL_COPY },
	{ "cudaMemset2DAsync_v3020", CALL_FILL },
	{ "cuMemsetD8_v2", CALL_FILL },
	{ "cudaMalloc_v3020", CALL_ALLOCATE },
	{ "cudaMallocFromPoolAsync_v11020", CALL_ALLOCATE },
	{ "cuMemAllocHost_v2", CALL_ALLOCATE },
	{ "cuMemSetAccess", CALL_ALLOCATE },
	{ "cudaHostAlloc_v3020", CALL_ALLOCATE },
	{ "cudaFreeAsync_v11020", CALL_FREE },
	{ "cuMemFree_v2", CALL_FREE },
	{ "cudaDeviceSynchronize_v3020", CALL_SYNCHRONIZE },
	{ "cuCtxSynchronize", CALL_SYNCHRONIZE },
	{ "cudaEventSynchronize_v3020", CALL_SYNCHRONIZE },
	{ "cudaStreamQuery_v3020", CALL_QUERY },
	{ "cudaEventRecordWithFlags_ptsz_v11010", CALL_EVENT_RECORD },
	{ "cudaStreamWaitEvent_v3020", CALL_WAIT_EVENT },
	{ "cudaStreamCreateWithPriority_v5050", CALL_STREAM },
	{ "cuStreamDestroy_v2", CALL_STREAM },
	{ "cudaEventCreateWithFlags_v3020", CALL_EVENT },
	{ "cuModuleLoadDataEx", CALL_LOAD },
	{ "cuLibraryLoadData", CALL_LOAD },
	{ "cudaFuncGetAttributes_v3020", CALL_LOAD },
	{ "cudaGetDevice_v3020", CALL_OTHER },
	{ "cudaEventElapsedTime_v3020", CALL_OTHER },
	{ "curandGenerate", CALL_OTHER },
	{ "", CALL_OTHER },
};

START_TEST(classifies_names)
{
	ck_assert_msg(call_class_of(names[_i].name) == names[_i].class, "%s", names[_i].name);
}
END_TEST

START_TEST(strips_only_versions_of_cupti)
{
	ck_assert_uint_eq(call_name_length("cudaMalloc_v3020"), strlen("cudaMalloc"));
	ck_assert_uint_eq(call_name_length("cudaMalloc_ptsz_v11020"), strlen("cudaMalloc_ptsz"));
	ck_assert_uint_eq(call_name_length("cuMemAlloc_v2"), strlen("cuMemAlloc_v2"));
	ck_assert_uint_eq(call_name_length("cudaMalloc_v3020x"), strlen("cudaMalloc_v3020x"));
	ck_assert_uint_eq(call_name_length(""), 0);
	ck_assert(call_is_driver("cuInit") && !call_is_driver("cudaInit") && !call_is_driver("x"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("call class");
	TCase *tcase = tcase_create("call class");

	tcase_add_test(tcase, strips_only_versions_of_cupti);
	tcase_add_loop_test(tcase, classifies_names, 0, ARRAY_SIZE(names));
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
