// SPDX-License-Identifier: MIT
// Searches a key by its MD5 sum: bound by integer arithmetic.
// clean
#include "program.cuh"

const unsigned long long KEYSPACE = 1ull << 32;
const unsigned PER_LAUNCH = 1u << 27;
const unsigned SALT = 0x6b79654bu;
const unsigned SECRET = 1987654321u;

struct Digest {
	unsigned a, b, c, d;
};

__host__ __device__ __forceinline__ unsigned rotl(unsigned x, int n)
{
	return (x << n) | (x >> (32 - n));
}

// MD5 of one 8-byte message (w0, w1): a single padded block
__host__ __device__ __forceinline__ Digest md5_8(unsigned w0, unsigned w1)
{
	constexpr unsigned K[64] = {
		0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613,
		0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193,
		0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d,
		0x02441453, 0xd8a1e681, 0xe7d3fbc8, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed,
		0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122,
		0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa,
		0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665, 0xf4292244,
		0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
		0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb,
		0xeb86d391
	};
	constexpr int R[16] = { 7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21 };

	unsigned m[16] = { w0, w1, 0x80u, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64u, 0 };
	unsigned a = 0x67452301u, b = 0xefcdab89u, c = 0x98badcfeu, d = 0x10325476u;
#pragma unroll
	for (int i = 0; i < 64; i++) {
		unsigned f;
		int g;
		if (i < 16) {
			f = (b & c) | (~b & d);
			g = i;
		} else if (i < 32) {
			f = (d & b) | (~d & c);
			g = (5 * i + 1) & 15;
		} else if (i < 48) {
			f = b ^ c ^ d;
			g = (3 * i + 5) & 15;
		} else {
			f = c ^ (b | ~d);
			g = (7 * i) & 15;
		}
		unsigned t = d;
		d = c;
		c = b;
		b = b + rotl(a + f + K[i] + m[g], R[(i / 16) * 4 + (i & 3)]);
		a = t;
	}
	Digest r = { a + 0x67452301u, b + 0xefcdab89u, c + 0x98badcfeu, d + 0x10325476u };
	return r;
}

__global__ void __launch_bounds__(256)
        find_key(unsigned first, unsigned count, unsigned salt, Digest want, unsigned *found)
{
	unsigned stride = gridDim.x * blockDim.x;
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
		unsigned key = first + i;
		Digest h = md5_8(key, salt);
		if (h.a == want.a && h.b == want.b && h.c == want.c && h.d == want.d)
			atomicMin(found, key);
	}
}

int main()
{
	int sms = 0;
	CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
	Digest want = md5_8(SECRET, SALT);

	unsigned *d_found, found = 0;
	CHECK(cudaMalloc(&d_found, sizeof(unsigned)));
	CHECK(cudaMemset(d_found, 0xff, sizeof(unsigned)));

	for (unsigned long long first = 0; first < KEYSPACE; first += PER_LAUNCH)
		find_key<<<sms * 8, 256>>>((unsigned)first, PER_LAUNCH, SALT, want, d_found);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(&found, d_found, sizeof(found), cudaMemcpyDeviceToHost));

	printf("md5hash: digest %08x%08x%08x%08x key %u %s\n", want.a, want.b, want.c, want.d,
	       found, found == SECRET ? "found" : "NOT found");
	cudaFree(d_found);
	return 0;
}
