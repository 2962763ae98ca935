// SPDX-License-Identifier: MIT
// The same loop with par_nosync: one wait, at its end. The kernels of 3 us come as fast as the host can launch them.
// clean
// may: short-kernels, launch-bound, gpu-idle
#include "program.cuh"
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/transform.h>

struct decay {
	__host__ __device__ float operator()(float value) const { return value * 0.999f + 1; }
};

int main()
{
	thrust::device_vector<float> values(1 << 20, 1.0f);
	for (int step = 0; step < 2000; step++)
		thrust::transform(thrust::cuda::par_nosync, values.begin(), values.end(), values.begin(), decay());
	CHECK(cudaDeviceSynchronize());
	REQUIRE((float)values[3] > 800);
	return 0;
}
