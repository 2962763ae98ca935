// SPDX-License-Identifier: MIT
// Code that rules tell by what it is, as large() of prelude.sql. Made into heap.sql, debug.sql, short.sql, clock.sql,
// functions.sql, unrolled.sql, sine.sql, random.sql, drawn.sql, drawn_doubles.sql, mixed.sql, mixed_once.sql, large_array.sql, filled.sql, gather.sql, strides.sql, bins.sql, rows.sql, doubles.sql, division.sql, double_exp.sql, precise.sql, sums.sql, matrices.sql, copies.sql, scales.sql, fragments.sql, elements.sql, neighbours.sql, async.sql, narrow.sql, wide.sql, launches.sql, launches_heap.sql,
// stride.sql, stride_neighbours.sql, stride_apart.sql, stride_chain.sql, stride_sums.sql, table.sql, table_block.sql, table_warp.sql, table_shared.sql, functor.sql, functor_drawn.sql, functor_seeded.sql, lock.sql, exchanges.sql, exchanged.sql, spins.sql, power.sql and empty.sql by scripts/make-rule-code:
// with -DHEAP, with -DDEBUG -G, with -DSHORT, and so on.
#if defined(MATRICES) || defined(FRAGMENTS)
#include <mma.h>
#elif defined(ASYNC)
#include <cuda_pipeline.h>
#endif
#ifdef RANDOM
#line 1 "/usr/local/cuda/include/curand_kernel.h"
#ifdef DRAWS_DOUBLES
__device__ __forceinline__ float RANDOM(unsigned count, const float *table)
{
	float sum = 0;

	for (unsigned i = 0; i < count; i++)
		sum = sum * 0.9999 + table[i];
	return sum;
}
#else
__device__ __forceinline__ unsigned RANDOM(unsigned seed, const float *table)
{
	for (unsigned i = 0; i < seed % 100; i++)
		seed = seed * 69069 + (unsigned)table[seed & 1023];
	return seed;
}
#endif
#endif
#if defined(RANDOM) || defined(DOUBLES) || defined(DIVISION) || defined(PRECISE) || defined(POWER) || defined(TABLE)
#line 18 "/home/user/app/special.cu"
#endif

#ifdef LAUNCHES
__global__ void child(float *data)
{
	data[threadIdx.x] += 1;
}
#endif

#ifdef TABLE
__constant__ float constants[2048];
#endif

__global__ void large(float *data)
{
#if defined(LAUNCHES)
	if (LAUNCHES > 1)
		data = (float *)malloc(128);
	child<<<1, 32>>>(data);
#elif defined(HEAP)
	float *mine = (float *)malloc(64);

	mine[threadIdx.x % 16] = data[threadIdx.x];
	data[threadIdx.x] = mine[(threadIdx.x + 1) % 16];
	free(mine);
#elif defined(DEBUG)
	data[threadIdx.x] += 1;
#elif defined(SHORT)
	*data = 1;
#elif defined(CLOCK)
	long long until = clock64() + 1000000;

	while (clock64() < until)
		;
	*data = 1;
#elif defined(FUNCTIONS)
	__shared__ float part[256];

	part[threadIdx.x] = data[threadIdx.x];
	__syncthreads();
	for (int i = 0; i < 100; i++)
		part[threadIdx.x] = rsqrtf(part[threadIdx.x]);
	data[threadIdx.x] = part[threadIdx.x];
#elif defined(UNROLLED)
	float count[8] = { 0 }, most = 0;

#pragma unroll
	for (int i = 0; i < 8; i++)
		count[(int)data[threadIdx.x + i] & 7] += 1;
#pragma unroll
	for (int i = 0; i < 8; i++)
		most = fmaxf(most, count[i]);
	data[threadIdx.x] = most;
#elif defined(RANDOM)
	data[threadIdx.x] = RANDOM(threadIdx.x, data);
#elif defined(SINE)
	data[threadIdx.x] = sinf(data[threadIdx.x]) * cosf(data[threadIdx.x + 1]) + tanf(data[threadIdx.x + 2]);
#elif defined(MIXED) // local memory at computed addresses, and at constant ones as of spilled registers
#define INDEXED(array) array[(int)data[i] & (ITEMS - 1)] += 1
#define SPILLED(from, to) spilled[to] = spilled[from]
	float array[ITEMS] = { 0 };
	volatile float spilled[8];

#pragma unroll 1
	for (int i = 0; i < MIXED; i++) {
		INDEXED(array);
		SPILLED(0, 1);
		SPILLED(2, 3);
		SPILLED(4, 5);
	}
	*data = array[(int)data[1] & (ITEMS - 1)];
#elif defined(GATHER) // neighbouring threads read neighbouring values and places, and then what is at these places
	float sum = 0;

#pragma unroll 1
	for (int k = threadIdx.x; k < 1 << 20; k += 4096)
		sum += data[k] * data[(int)data[k + (1 << 20)]];
	data[threadIdx.x] = sum;
#elif defined(SEARCH) // a comparison with what was loaded decides where it goes on
	const float key = data[threadIdx.x];
	int low = 0, high = 1 << 20;

	while (low < high) {
		const int middle = (low + high) / 2;

		if (data[1024 + middle] < key)
			low = middle + 1;
		else
			high = middle;
	}
	data[threadIdx.x] = low;
#elif defined(MERGE) // two rows of each thread: what was loaded decides which of them goes on by one
	int left = threadIdx.x * 1024, right = left + (1 << 20);
	float sum = 0;

#pragma unroll 1
	for (int k = 1; k <= 1024; k++) {
		const float one = data[left], other = data[right];

		if (one <= other)
			left++;
		else
			right++;
		sum += k * (one <= other ? one : other);
	}
	data[threadIdx.x] = sum;
#elif defined(BINS) // what was loaded decides where it counts
#pragma unroll 1
	for (int k = threadIdx.x; k < 1 << 20; k += 4096)
		atomicAdd(&data[(1 << 20) + (int)data[k]], 1.0f);
#elif defined(DOUBLES) // a constant without f
	float x = data[threadIdx.x];

#pragma unroll 1
	for (int i = 0; i < 1000; i++)
		x = x * 0.9999 + 0.5;
	data[threadIdx.x] = x;
#elif defined(DOUBLE_EXP) // a function for doubles, of an expression of floats
	float x = data[threadIdx.x], rate = data[256], spread = data[257], step = data[258], noise = x;

#pragma unroll 1
	for (int i = 0; i < 1000; i++) {
		noise = noise * 3.5f * (1 - noise);
		x = x * exp((rate - 0.5 * spread * spread) * step + spread * noise);
		spread += step;
		rate -= step * spread;
	}
	data[threadIdx.x] = x;
#elif defined(WEIGHTS) // of floats, in doubles: the sum alone becomes a float again, behind the loop
	double sum = 0;

#pragma unroll 1
	for (int i = 0; i < 1000; i++) {
		const double far = data[i] - data[1000];

		sum += exp(-far * far) * data[i];
	}
	data[threadIdx.x] = (float)sum;
#elif defined(SUMS) // of eight floats each, in doubles
#pragma unroll 1
	for (int i = threadIdx.x; i < 1 << 16; i += 4096) {
		double sum = 0;

#pragma unroll
		for (int k = 0; k < 8; k++)
			sum += data[i * 8 + k];
		data[i] = (float)sum;
	}
#elif defined(DIVISION) // by a value that is known at run time only
	unsigned sum = 0, width = (unsigned)data[0];

#pragma unroll 1
	for (unsigned i = threadIdx.x; i < 1 << 16; i += 4096)
		sum += i % width + (unsigned)data[i];
	data[threadIdx.x] = (float)sum;
#elif defined(TABLE) // constants by an index of what is known in round k
	__shared__ float part[1024];
	float sum = 0;

	part[threadIdx.x] = data[threadIdx.x];
	__syncthreads();
#pragma unroll 1
	for (int k = 0; k < 1024; k++)
		sum += constants[TABLE] * data[k * 1024 + threadIdx.x];
	data[threadIdx.x] = sum;
#elif defined(MATRICES) // for tensor cores, from rows of 64 bytes in shared memory
	using namespace nvcuda::wmma;
	__shared__ half tile[32 * 32];
	fragment<matrix_a, 16, 16, 16, half, row_major> a;
	fragment<matrix_b, 16, 16, 16, half, row_major> b;
	fragment<accumulator, 16, 16, 16, float> sum;

	fill_fragment(sum, 0);
#pragma unroll 1
	for (int k = 0; k < 1024; k++) {
		for (int i = threadIdx.x; i < 32 * 32; i += 32)
			tile[i] = data[k * 1024 + i];
		__syncwarp();
		load_matrix_sync(a, tile, 32);
		load_matrix_sync(b, tile + 16, 32);
		mma_sync(sum, a, b, sum);
	}
	store_matrix_sync(data, sum, 16, mem_row_major);
#elif defined(FRAGMENTS) // the same, right from global memory
	using namespace nvcuda::wmma;
	const half *halves = (const half *)data;
	fragment<matrix_a, 16, 16, 16, half, row_major> a;
	fragment<matrix_b, 16, 16, 16, half, row_major> b;
	fragment<accumulator, 16, 16, 16, float> sum;

	fill_fragment(sum, 0);
#pragma unroll 1
	for (int k = 0; k < 1024; k++) {
		load_matrix_sync(a, halves + k * 16, 1024);
		load_matrix_sync(b, halves + k * 16384, 1024);
		mma_sync(sum, a, b, sum);
	}
	store_matrix_sync(data, sum, 16, mem_row_major);
#elif defined(ELEMENTS) // in place, beside what COPIES makes of small()
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

	data[i] = data[i] * 2 + 1;
#elif defined(ASYNC) // loads of that type, past the registers
	__shared__ ASYNC tile[1024];

#pragma unroll 1
	for (int k = 0; k < 1024; k++) {
		__pipeline_memcpy_async(&tile[threadIdx.x], (ASYNC *)data + k * 1024 + threadIdx.x, sizeof(ASYNC));
		__pipeline_commit();
		__pipeline_wait_prior(0);
		__syncthreads();
	}
	((ASYNC *)data)[threadIdx.x] = tile[threadIdx.x ^ 1];
#elif defined(ROWS) // the same, but each thread reads a row of its own from the place that it loaded first
	float sum = 0;

#pragma unroll 1
	for (int k = (int)data[threadIdx.x]; k < (int)data[threadIdx.x + 1]; k++)
		sum += data[k] * data[(int)data[k + (1 << 20)]];
	data[threadIdx.x] = sum;
#elif defined(BYTES) // each thread reads a row of its own, byte by byte, from a place of eight bytes
	const long2 row = ((const long2 *)data)[threadIdx.x];
	int sum = 0;

#pragma unroll 1
	for (long k = row.x; k < row.y; k++)
		sum = sum * 31 + ((const unsigned char *)data)[k];
	data[threadIdx.x] = sum;
#elif defined(POWER) // a function of the compiler's own, behind the kernel and without lines
	data[threadIdx.x] = (float)pow((double)data[threadIdx.x], (double)data[threadIdx.x + 1]);
#elif defined(LOCK) // the lanes of a warp take a lock, one after another
	for (int lane = 0; lane < 32; lane++)
		if (threadIdx.x % 32 == lane) {
			while (atomicCAS((int *)data, 0, 1))
				;
			__threadfence();
			data[1] += data[threadIdx.x + 2];
			__threadfence();
			atomicExch((int *)data, 0);
		}
#elif defined(EXCHANGES) // as LOCK, by an exchange
	for (int lane = 0; lane < 32; lane++)
		if (threadIdx.x % 32 == lane) {
			while (atomicExch((int *)data, 1))
				;
			__threadfence();
			data[1] += data[threadIdx.x + 2];
			__threadfence();
			atomicExch((int *)data, 0);
		}
#elif defined(EXCHANGED) // takes what others have left, again and again
	int taken = 0;

#pragma unroll 1
	for (int i = 0; i < 100; i++)
		taken += atomicExch((int *)data, 0);
	data[threadIdx.x + 2] = (float)taken;
#elif defined(SPINS) // each lane takes a lock by itself: it tries until it has it, works, and lets it go
	for (bool is_done = false; !is_done;)
		if (!atomicCAS((int *)data, 0, 1)) {
			__threadfence();
			data[1] += data[threadIdx.x + 2];
			__threadfence();
			atomicExch((int *)data, 0);
			is_done = true;
		}
#elif defined(AHEAD) // each round writes what the one before has loaded from shared memory
	__shared__ float part[1024];
	float next = data[threadIdx.x];

	part[threadIdx.x] = next;
#pragma unroll 1
	for (int i = 1; i < 1000; i++) {
		data[1024 * i + threadIdx.x] = next + 3;
		__syncthreads();
		next = part[(threadIdx.x + i) % 1024];
	}
	data[threadIdx.x] = next * 3;
#elif defined(PRECISE) // a root, a reciprocal and a division
	float x = data[threadIdx.x], y = data[threadIdx.x + 1024];

#pragma unroll 1
	for (int i = 0; i < 1000; i++)
		x = sqrtf(x)
			+ 1 / (x + 3)
			+ y / x;
	data[threadIdx.x] = x;
#elif defined(ADDENDS) // loaded on two lines, waited for on a third
	float sum = 0;

#pragma unroll 1
	for (int i = 0; i < 1000; i++) {
		const float one = data[2048 * i + threadIdx.x];
		const float other = data[2048 * i + threadIdx.x + 1024];

		sum = sum * one + other;
	}
	data[threadIdx.x] = sum;
#elif defined(FLUSHES) // sums of each block, which sets them to zero, and adds them to those of all
	__shared__ int bins[4096];

#pragma unroll 1
	for (int i = threadIdx.x; i < 4096; i += blockDim.x)
		bins[i] = 0;
	__syncthreads();
#pragma unroll 1
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 1 << 23; i += gridDim.x * blockDim.x)
		atomicAdd(&bins[(int)data[i] & 4095], 1);
	__syncthreads();
#pragma unroll 1
	for (int i = threadIdx.x; i < 4096; i += blockDim.x)
		atomicAdd((int *)data + i, bins[i]);
#elif defined(TILES) // one after another, each loaded, and then gone through many times
	__shared__ float tile[4096];
	float sum = 0;

#pragma unroll 1
	for (int t = blockIdx.x; t < 1 << 15; t += gridDim.x) {
#pragma unroll 1
		for (int i = threadIdx.x; i < 4096; i += blockDim.x)
			tile[i] = data[4096 * t + i];
		__syncthreads();
#pragma unroll 1
		for (int i = 0; i < 4096; i++)
			sum += tile[i] * tile[threadIdx.x];
		__syncthreads();
	}
	data[blockIdx.x * blockDim.x + threadIdx.x] = sum;
#elif defined(STRIDE) // over elements in place, beside what STRIDE makes of small()
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < 1 << 24; i += gridDim.x * blockDim.x)
		data[i] = data[i] * 2 + 1;
#elif defined(STRIDES) // over its items, whatever the grid
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (int)data[0]; i += gridDim.x * blockDim.x)
		data[i + 1] *= 2;
#endif
}

#ifdef MIXED
__global__ void small(float *data)
{
	float array[16] = { 0 }, other[16] = { 0 };
	volatile float spilled[8];

#pragma unroll 1
	for (int i = 0; i < MIXED; i++) {
		INDEXED(array);
		INDEXED(other);
		SPILLED(0, 1);
	}
	*data = array[(int)data[1] & 15] + other[(int)data[2] & 15];
}
#endif

#ifdef COPIES
__device__ float other[1 << 24];

__global__ void small(float *data)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

	other[i] = data[i] COPIES;
}
#endif

#ifdef STRIDE
__device__ float other[1 << 24];

__global__ void small(float *data)
{
	unsigned at = blockIdx.x * blockDim.x + threadIdx.x;

	for (unsigned i = at; i < 1 << 24; i += gridDim.x * blockDim.x) {
		STRIDE;
	}
}
#endif

#ifdef SUMS
__global__ void small(float *data)
{
#pragma unroll 1
	for (int i = threadIdx.x; i < 1 << 16; i += 4096) {
		double sum = 0;

#pragma unroll 1
		for (int k = 0; k < 1 << 10; k++)
			sum += data[(size_t)i << 10 | k];
		data[i] = (float)sum;
	}
}
#endif

#ifdef RETRIES
// Adds floats in shared memory, which has no operation for that: it compares and swaps until no other thread was faster.
__global__ void small(float *data)
{
	__shared__ float sum;

	if (!threadIdx.x)
		sum = 0;
	__syncthreads();
#pragma unroll 1
	for (int i = threadIdx.x; i < 1 << 16; i += 4096)
		atomicAdd(&sum, data[i] * data[i]);
	__syncthreads();
	data[blockIdx.x] = sum;
}
#endif

#ifdef CHAIN
// Reads one place after another. place[at]: each names the next.
__global__ void small(float *data)
{
	const int *place = (const int *)data;
	int at = threadIdx.x;

#pragma unroll 1
	for (int k = 1; k < 1 << 10; k++)
		at CHAIN;
	data[threadIdx.x] = at;
}
#endif

#ifdef AGAIN
// Adds up in memory: every store may change what is loaded next. KEPT: in a variable.
__global__ void small(float *data)
{
	float *sum = data + threadIdx.x, kept = 0;

#pragma unroll 1
	for (int k = 1; k < 1 << 10; k++)
		AGAIN += data[k << 10 | threadIdx.x];
	*sum += kept;
}
#endif

#ifdef FILLED
// A table that each thread fills, one element after another, and reads by an index.
__global__ void small(float *data)
{
	const int at = (int)data[threadIdx.x];
	const unsigned char bits[64] = {
		0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5,
		1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5, 2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6,
	};

	data[threadIdx.x] = bits[at & 63] + bits[at >> 6 & 63];
}
#endif

#ifdef SAME
// Stores the same sum in each round; where SAME is 0 it grows by what the round before has left. UNTIL: ends as soon as
// others have changed what is loaded.
__global__ void small(float *data)
{
	const float *a = data + (int)data[0], *b = data + (int)data[1];
	float sum = 0;

	for (int k = 0; k < 1 << 10; k++) {
		sum = (SAME ? 0 : sum) + a[threadIdx.x] + b[threadIdx.x];
		data[threadIdx.x] = sum;
#ifdef UNTIL
		if (UNTIL)
			break;
#endif
	}
}
#endif

#ifdef SEARCH
// The same for the first that is larger.
__global__ void small(float *data)
{
	const float key = data[threadIdx.x];
	int low = 0, high = 1 << 20;

	while (low < high) {
		const int middle = (low + high) / 2;

		if (data[1024 + middle] <= key)
			low = middle + 1;
		else
			high = middle;
	}
	data[threadIdx.x] = low;
}
#endif

#ifdef GATHER_LINES
// As GATHER, with a line for each load.
__global__ void small(float *data)
{
	float sum = 0;

#pragma unroll 1
	for (int k = threadIdx.x; k < 1 << 20; k += 4096) {
		const float factor = data[k];
		const int at = (int)data[k + (1 << 20)];

		sum += factor * data[at];
	}
	data[threadIdx.x] = sum;
}
#endif

#ifdef ITEMS_OF_THREAD
// Adds up a block's items, in a tree and with one atomic operation; a thread takes that many items first.
__global__ void small(float *data)
{
	__shared__ float part[256];
	float sum = 0;

	for (int k = 0; k < ITEMS_OF_THREAD; k++)
		sum += data[((ITEMS_OF_THREAD) * blockIdx.x + k) * 256 + threadIdx.x];
	part[threadIdx.x] = sum;
#pragma unroll 1
	for (int left = 128; left > 0; left >>= 1) {
		__syncthreads();
		if (threadIdx.x < left)
			part[threadIdx.x] += part[threadIdx.x + left];
	}
	if (threadIdx.x == 0)
		atomicAdd(&data[1 << 24], part[0]);
}
#endif

// Holds more values than it has registers for.
#ifdef SPILLS
#ifdef BLOCKS
__global__ void __launch_bounds__(THREADS, BLOCKS) small(float *data)
#elif defined THREADS
__global__ void __launch_bounds__(THREADS) small(float *data)
#else
__global__ void small(float *data)
#endif
{
	float v[SPILLS];

	for (int i = 0; i < SPILLS; i++)
		v[i] = data[i * 4096 + threadIdx.x];
#pragma unroll 1
	for (int n = 0; n < 1000; n++)
#pragma unroll
		for (int i = 0; i < SPILLS; i++)
			v[i] = v[i] * v[(i + 1) % SPILLS] + v[(i + 7) % SPILLS];
	for (int i = 0; i < SPILLS; i++)
		data[i * 4096 + threadIdx.x] = v[i];
}
#endif

#ifdef FUNCTOR // a library's kernel, whose functor is the program's
#line 1 "/usr/local/cuda/include/cccl/cub/agent/agent.cuh"
namespace cub {
template <typename Op> __global__ void transform(float *data, int n, Op op)
{
#pragma unroll 1
	for (int i = threadIdx.x; i < n; i += 1024)
		data[i] = op(data, (int)data[i + n]);
}
} // namespace cub
#line 1 "/home/user/app/work.cu"
namespace app {
struct Work {
	__device__ float operator()(const float *data, int at) const
	{
#ifndef RANDOM
#define RANDOM(at, data) data[(at) * 77 + k * 1024]
#endif
		float sum = 0;

#pragma unroll 1
		for (int k = 0; k < 100; k++)
			sum += RANDOM(at, data) / data[k];
		return sum;
	}
};
} // namespace app
template __global__ void cub::transform(float *data, int n, app::Work op);
#endif

#ifdef PYTHON // where compilers of kernels in Python say that these are from; registers that were spilled
#line 1 "kernel.py"
PYTHON __global__ void small(float *data)
{
	volatile float spilled[8];

#pragma unroll 1
	for (int i = 0; i < data[9]; i++) {
		spilled[1] = spilled[0];
		spilled[3] = spilled[2];
	}
}
#endif

#ifdef FILLED_AND_SPILLED // a table as FILLED has it, beside registers that are spilled
__global__ void __launch_bounds__(1024) small(float *data)
{
	const int at = (int)data[threadIdx.x];
	const unsigned char bits[64] = {
		0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5,
		1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5, 2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6,
	};
	float v[FILLED_AND_SPILLED], sum = bits[at & 63] + bits[at >> 6 & 63];

#pragma unroll
	for (int i = 0; i < FILLED_AND_SPILLED; i++)
		sum += v[i] = data[i * 4096 + threadIdx.x];
	data[threadIdx.x] = sum;
#pragma unroll
	for (int i = 0; i < FILLED_AND_SPILLED; i++)
		data[i * 4096 + threadIdx.x] = v[i] * sum;
}
#endif

#ifdef PIXELS // an element of that type in each thread, from its neighbours
__global__ void small(float *data)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	const PIXELS *in = (const PIXELS *)data + (64 << 20);

	((PIXELS *)data)[i] = (in[i] + in[i + 1] + in[i + 4096]) / 3;
}
#endif

#ifdef TWINS // two kernels of one template divide by what they load
#line 1 "/home/user/app/twins.cu"
template <int N> __global__ void part(float *data)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = (unsigned)data[N];

	data[i] = i / n + i % n * N;
}

template __global__ void part<1>(float *data);
template __global__ void part<2>(float *data);
#endif
