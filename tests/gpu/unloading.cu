// SPDX-License-Identifier: MIT
// Loads the same code thirty times, launches it three times each in a shape of its own, waits, and unloads it: as
// programs do that generate code and try variants of it. Exit status 0 if the result is right.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <cuda.h>

enum { TIMES = 30, LAUNCHES = 3, THREADS = 128 };

// One is added to the word of each thread.
static const char image[] = R"(.version 6.0
.target sm_50
.address_size 64
.visible .entry step(.param .u64 words)
{
	.reg .b32 %r<5>;
	.reg .b64 %d<4>;
	.reg .f32 %f<3>;
	ld.param.u64 %d0, [words];
	mov.u32 %r0, %ctaid.x;
	mov.u32 %r1, %ntid.x;
	mov.u32 %r2, %tid.x;
	mad.lo.s32 %r3, %r0, %r1, %r2;
	cvta.to.global.u64 %d1, %d0;
	mul.wide.u32 %d2, %r3, 4;
	add.s64 %d3, %d1, %d2;
	ld.global.f32 %f0, [%d3];
	add.f32 %f1, %f0, 0f3F800000;
	st.global.f32 [%d3], %f1;
	ret;
}
)";

static void check(int error, const char *what)
{
	if (error) {
		std::fprintf(stderr, "%s: %d\n", what, error);
		std::exit(1);
	}
}

int main()
{
	float *words, first = 0;
	const size_t bytes = (64 + TIMES) * THREADS * sizeof *words;

	check(cudaMalloc(&words, bytes), "cudaMalloc");
	check(cudaMemset(words, 0, bytes), "cudaMemset");
	for (int i = 0; i < TIMES; i++) {
		void *arguments[] = { &words };
		CUmodule module;
		CUfunction step;

		check(cuModuleLoadData(&module, image), "cuModuleLoadData");
		check(cuModuleGetFunction(&step, module, "step"), "cuModuleGetFunction");
		for (int k = 0; k < LAUNCHES; k++)
			check(cuLaunchKernel(step, 64 + i, 1, 1, THREADS, 1, 1, 0, nullptr, arguments, nullptr), "cuLaunchKernel");
		check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
		check(cuModuleUnload(module), "cuModuleUnload");
	}
	check(cudaMemcpy(&first, words, sizeof first, cudaMemcpyDeviceToHost), "cudaMemcpy");
	std::printf("%.0f\n", first);
	return first != TIMES * LAUNCHES;
}
