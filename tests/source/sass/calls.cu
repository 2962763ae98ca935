// SPDX-License-Identifier: MIT
// What calls.txt beside it is the listing of: nvcc 13.0 -arch=sm_90 -lineinfo -cubin, then nvdisasm -c -fun of kern<double, 5>.
#include <cstdio>
__device__ __noinline__ float deep(float x, int n){ for(int i=0;i<n;i++) x = __sinf(x)*1.5f+i; return x; }
static __device__ __noinline__ float other(float x){ return deep(x, 3) + deep(x+1, (int)x); }
template<typename T, int N> __global__ void kern(T *p, int n){ int i = threadIdx.x+blockIdx.x*blockDim.x; if(i<n){ T a=p[i]; for(int k=0;k<N;k++) a = a*a+(T)k; p[i]=(T)other((float)a);} }
template __global__ void kern<float,3>(float*,int);
template __global__ void kern<double,5>(double*,int);
__global__ void deviceprint(int *p){ printf("x %d\n", p[threadIdx.x]); }
