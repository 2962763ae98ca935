// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: code that was made at run time is loaded in each round.
 *
 * bad:   cuModuleLoadData() before each launch.
 * fixed: the module is loaded once, before the loop.
 *
 * warpwise should find: load-in-loop; in fixed nothing.
 */
#include <cuda.h>

#include "sample.h"

enum { ITEMS = 1 << 26, BLOCK = 256, ROUNDS = 30 };

/* add_one(unsigned *items): what a program's own generator, or NVRTC, could have written. */
static const char ptx[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
                          ".visible .entry add_one(.param .u64 items) {\n"
                          "	.reg .u32 %r<6>; .reg .u64 %a<4>;\n"
                          "	ld.param.u64 %a0, [items]; cvta.to.global.u64 %a1, %a0;\n"
                          "	mov.u32 %r0, %ctaid.x; mov.u32 %r1, %ntid.x; mov.u32 %r2, %tid.x;\n"
                          "	mad.lo.u32 %r3, %r0, %r1, %r2; mul.wide.u32 %a2, %r3, 4;\n"
                          "	add.u64 %a3, %a1, %a2; ld.global.u32 %r4, [%a3];\n"
                          "	add.u32 %r5, %r4, 1; st.global.u32 [%a3], %r5; ret;\n}\n";

static decltype(&cuModuleLoadData) module_load;
static decltype(&cuModuleUnload) module_unload;
static decltype(&cuModuleGetFunction) module_function;
static decltype(&cuLaunchKernel) launch_kernel;

template <typename F> static void find(F *function, const char *name)
{
	cudaDriverEntryPointQueryResult found;

	CHECK(cudaGetDriverEntryPointByVersion(name, (void **)function, 12000, cudaEnableDefault,
	                                       &found));
	REQUIRE(found == cudaDriverEntryPointSuccess);
}

static CUmodule load(CUfunction *function)
{
	CUmodule module;

	REQUIRE(module_load(&module, ptx) == CUDA_SUCCESS);
	REQUIRE(module_function(function, module, "add_one") == CUDA_SUCCESS);
	return module;
}

static void add_one(CUfunction function, uint32_t *items)
{
	void *arguments[] = { &items };

	REQUIRE(launch_kernel(function, ITEMS / BLOCK, 1, 1, BLOCK, 1, 1, 0, NULL, arguments,
	                      NULL) == CUDA_SUCCESS);
}

int main(void)
{
	uint32_t *items, last;
	CUfunction function;
	CUmodule modules[1 + ROUNDS];
	int loaded = 0;

	/* As where the code is another one each time: the driver keeps what it has compiled. */
	setenv("CUDA_CACHE_DISABLE", "1", 1);

	CHECK(cudaMalloc(&items, ITEMS * sizeof(*items)));
	CHECK(cudaMemset(items, 0, ITEMS * sizeof(*items)));
	find(&module_load, "cuModuleLoadData");
	find(&module_unload, "cuModuleUnload");
	find(&module_function, "cuModuleGetFunction");
	find(&launch_kernel, "cuLaunchKernel");
	modules[loaded++] = load(&function);
	add_one(function, items);

	measure_begin();
	for (int round = 0; round < ROUNDS; round++) {
#ifndef FIXED
		modules[loaded++] = load(&function);
#endif
		add_one(function, items);
	}
	measure_end();

	CHECK(cudaMemcpy(&last, items + ITEMS - 1, sizeof(last), cudaMemcpyDeviceToHost));
	REQUIRE(last == 1 + ROUNDS);
	while (loaded)
		REQUIRE(module_unload(modules[--loaded]) == CUDA_SUCCESS);
	CHECK(cudaFree(items));
	return 0;
}
