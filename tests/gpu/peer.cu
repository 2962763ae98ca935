/* SPDX-License-Identifier: MIT */
/*
 * What tests/gpu/peer records: copies from one GPU to another, each in a stream that is behind a kernel of its own, so
 * that the trace shows whether the copy is in the kernel's stream. Without and with peer access; NVTX names the case.
 */
#include <cstdio>
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

static const size_t BYTES = 8 << 20;

__global__ void spin(long long cycles)
{
	for (long long begin = clock64(); clock64() - begin < cycles;)
		;
}

static void *source, *target;
static int from, to;

static void peer_async(cudaStream_t stream)
{
	cudaMemcpyPeerAsync(target, to, source, from, BYTES, stream);
}

static void unified_async(cudaStream_t stream)
{
	cudaMemcpyAsync(target, source, BYTES, cudaMemcpyDefault, stream);
}

static void device_async(cudaStream_t stream)
{
	cudaMemcpyAsync(target, source, BYTES, cudaMemcpyDeviceToDevice, stream);
}

static void box_async(cudaStream_t stream)
{
	cudaMemcpy3DPeerParms box = {};

	box.srcPtr = make_cudaPitchedPtr(source, 4096, 4096, BYTES / 4096);
	box.dstPtr = make_cudaPitchedPtr(target, 4096, 4096, BYTES / 4096);
	box.srcDevice = from;
	box.dstDevice = to;
	box.extent = make_cudaExtent(4096, BYTES / 4096, 1);
	cudaMemcpy3DPeerAsync(&box, stream);
}

static void plane_async(cudaStream_t stream)
{
	cudaMemcpy2DAsync(target, 4096, source, 4096, 4096, BYTES / 4096, cudaMemcpyDefault, stream);
}

static void peer(cudaStream_t)
{
	cudaMemcpyPeer(target, to, source, from, BYTES);
}

static const struct {
	const char *name;
	void (*copy)(cudaStream_t stream);
	bool has_stream; /* else it goes into the null stream */
} copies[] = {
	{ "cudaMemcpyPeerAsync", peer_async, true },
	{ "cudaMemcpyAsync, unified", unified_async, true },
	{ "cudaMemcpyAsync, device to device", device_async, true },
	{ "cudaMemcpy3DPeerAsync", box_async, true },
	{ "cudaMemcpy2DAsync", plane_async, true },
	{ "cudaMemcpyPeer", peer, false },
};

/* In a stream of device OWNER. */
static void run(int owner, bool has_access)
{
	char name[128];
	cudaStream_t stream;

	cudaSetDevice(owner);
	for (auto &copy : copies) {
		cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
		snprintf(name, sizeof name, "%s in a stream of the %s, %s access", copy.name,
		         owner == from ? "source" : "target", has_access ? "with" : "without");
		nvtxRangePushA(name);
		spin<<<1, 1, 0, copy.has_stream ? stream : 0>>>(1000000);
		copy.copy(stream);
		spin<<<1, 1, 0, copy.has_stream ? stream : 0>>>(1000);
		cudaDeviceSynchronize();
		nvtxRangePop();
		cudaStreamDestroy(stream);
	}
}

int main()
{
	int count = 0;

	if (cudaGetDeviceCount(&count) || count < 2) {
		fprintf(stderr, "peer: it takes two GPUs\n");
		return 77;
	}
	from = 0;
	to = 1;
	cudaSetDevice(from);
	cudaMalloc(&source, BYTES);
	cudaSetDevice(to);
	cudaMalloc(&target, BYTES);
	run(from, false);
	run(to, false);
	cudaSetDevice(from);
	cudaDeviceEnablePeerAccess(to, 0);
	cudaSetDevice(to);
	cudaDeviceEnablePeerAccess(from, 0);
	run(from, true);
	run(to, true);
	puts(cudaGetErrorString(cudaGetLastError()));
	return 0;
}
