// SPDX-License-Identifier: MIT
// The code in code.sql, made by: nvcc -arch=sm_90 -lineinfo -cubin kernels.cu
// The offsets in bytes of what fixtures look at:
//   small()  0x160 atomic operation on shared memory, line 13
//   large()  0x050 branch by threadIdx.x, line 20; 0x1b0 atomic operation on global memory, line 23
__global__ void small(float *data)
{
	__shared__ int bins[16];

	bins[threadIdx.x % 16] = 0;
	__syncthreads();

	atomicAdd(&bins[(int)data[threadIdx.x] % 16], (int)data[0]);
	__syncthreads();
	data[threadIdx.x] = bins[threadIdx.x % 16];
}

__global__ void large(float *data)
{
	if (threadIdx.x % 2)
		data[threadIdx.x] = sqrtf(data[threadIdx.x]);
	else
		atomicAdd(data, 1.0f);
}
