/* SPDX-License-Identifier: MIT */
/* What tests/gpu/addresses records: copies between host and device in all ways that name a direction. Prints
 * "KIND ADDRESS" of each that has to have its host's address in the trace, in order. */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

enum { BYTES = 1 << 20, SMALL_COPIES = 20000 };

static void say(const char *kind, const void *address)
{
	printf("%s %llu\n", kind, (unsigned long long)(uintptr_t)address);
}

static int time_small_copies(cudaStream_t stream, void *device, void *pinned)
{
	cudaEvent_t begin, end;
	float ms;

	cudaEventCreate(&begin);
	cudaEventCreate(&end);
	cudaEventRecord(begin, stream);
	for (int i = 0; i < SMALL_COPIES; i++)
		cudaMemcpyAsync(device, pinned, 64, cudaMemcpyHostToDevice, stream);
	cudaEventRecord(end, stream);
	cudaStreamSynchronize(stream);
	cudaEventElapsedTime(&ms, begin, end);
	fprintf(stderr, "%.3f us a copy\n", 1e3 * ms / SMALL_COPIES);
	return cudaGetLastError() != cudaSuccess;
}

int main(int argc, char **argv)
{
	char *pageable = (char *)malloc(2 * BYTES), *pinned, *device, *other;
	cudaStream_t stream;
	cudaGraph_t graph;
	cudaGraphExec_t executable;

	(void)argv;
	memset(pageable, 1, 2 * BYTES);
	cudaMallocHost((void **)&pinned, 2 * BYTES);
	cudaMalloc((void **)&device, BYTES);
	cudaMalloc((void **)&other, BYTES);
	cudaStreamCreate(&stream);
	if (argc > 1)
		return time_small_copies(stream, device, pinned);
	cudaMemcpy(device, pageable, BYTES, cudaMemcpyHostToDevice);
	say("1", pageable);
	cudaMemcpyAsync(device, pageable + BYTES, BYTES, cudaMemcpyHostToDevice, stream);
	say("1", pageable + BYTES);
	cudaMemcpy(device, pinned, BYTES, cudaMemcpyHostToDevice);
	say("1", pinned);
	cudaMemcpyAsync(device, pinned + BYTES, BYTES, cudaMemcpyHostToDevice, stream);
	say("1", pinned + BYTES);
	cudaMemcpy(pageable, device, BYTES, cudaMemcpyDeviceToHost);
	say("2", pageable);
	cudaMemcpyAsync(pinned, device, BYTES, cudaMemcpyDeviceToHost, stream);
	say("2", pinned);
	cudaStreamSynchronize(stream);
	cuMemcpyHtoD((CUdeviceptr)device, pageable + 4096, 65536);
	say("1", pageable + 4096);
	cuMemcpyDtoHAsync(pinned + 8192, (CUdeviceptr)device, 65536, (CUstream)stream);
	say("2", pinned + 8192);
	/* Not these: a small one, within the device, one that fails, two of a graph. */
	cudaMemcpy(device, pageable, 65535, cudaMemcpyHostToDevice);
	cudaMemcpy(other, device, BYTES, cudaMemcpyDeviceToDevice);
	cudaMemcpy(device, pageable, (size_t)BYTES << 20, cudaMemcpyHostToDevice);
	cudaGetLastError();
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
	cudaMemcpyAsync(device, pinned, BYTES, cudaMemcpyHostToDevice, stream);
	cudaStreamEndCapture(stream, &graph);
	cudaGraphInstantiate(&executable, graph, 0);
	cudaGraphLaunch(executable, stream);
	cudaGraphLaunch(executable, stream);
	cudaDeviceSynchronize();
	return cudaGetLastError() != cudaSuccess;
}
