// SPDX-License-Identifier: MIT
// An algorithm of Thrust in every step of a loop: each waits for its own end (par_nosync does not), and the next launch
// comes late.
// must: needless-sync
// may: launch-bound, gpu-idle
// first: needless-sync
#include "program.cuh"
#include <thrust/device_vector.h>
#include <thrust/transform.h>

struct decay {
	__host__ __device__ float operator()(float value) const { return value * 0.999f + 1; }
};

int main()
{
	thrust::device_vector<float> values(1 << 20, 1.0f);
	for (int step = 0; step < 2000; step++)
		thrust::transform(values.begin(), values.end(), values.begin(), decay());
	REQUIRE((float)values[3] > 800);
	return 0;
}
