// SPDX-License-Identifier: MIT
// Code that rules tell by what it is, as large() of prelude.sql. Made into heap.sql, debug.sql, short.sql and
// empty.sql by scripts/make-rule-code: with -DHEAP, with -DDEBUG -G, with -DSHORT, and with -DEMPTY.
__global__ void large(float *data)
{
#if defined(HEAP)
	float *mine = (float *)malloc(64);

	mine[threadIdx.x % 16] = data[threadIdx.x];
	data[threadIdx.x] = mine[(threadIdx.x + 1) % 16];
	free(mine);
#elif defined(DEBUG)
	data[threadIdx.x] += 1;
#elif defined(SHORT)
	*data = 1;
#endif
}
