/* SPDX-License-Identifier: MIT */
/* Device functions that are inlined into each other. Tests find lines by the word in their comment. */
static __device__ __forceinline__ float leaf(float x)
{
	return __sinf(x) * 3.0f; // LEAF
}

template <typename T> static __device__ __forceinline__ T middle(T x)
{
	return leaf(x) + x; // MIDDLE
}
