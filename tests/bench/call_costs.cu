// SPDX-License-Identifier: MIT
// What calls of CUDA take, by kind: prints a line "KIND host NS" for the host's time of one call, and "KIND gpu NS" for
// what the GPU needs from one operation to the next of its kind in a stream, each the median of several rounds. Run
// with and without the recorder, the difference is the recorder's: scripts/measure-recorder does that.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include <cuda_runtime.h>

#define CHECK(call)                                                                        \
	do {                                                                               \
		cudaError_t error = (call);                                                \
		if (error != cudaSuccess) {                                                \
			fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));     \
			exit(1);                                                           \
		}                                                                          \
	} while (0)

enum { ROUNDS = 25, CALLS = 200, NODES = 50, SIZE_BYTES = 4096, BLOCKS = 64000 };

__device__ long long device_now_ns()
{
	long long now_ns;

	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now_ns));
	return now_ns;
}

// Holds the stream until all is issued.
__global__ void hold(long long duration_ns)
{
	long long end_ns = device_now_ns() + duration_ns;

	while (device_now_ns() < end_ns)
		;
}

__global__ void stamp(long long *at)
{
	*at = device_now_ns();
}

__global__ void empty()
{
}

// Many blocks with a little to do, as most kernels have.
__global__ void blocks(unsigned *out)
{
	unsigned value = threadIdx.x;

	for (int i = 0; i < 60; i++)
		value = (value ^ (value >> 15)) * 0x2c1b3c6du + 1;
	if (value == 0)
		*out = value;
}

static double now_ns()
{
	timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e9 + now.tv_nsec;
}

static double median(std::vector<double> values)
{
	std::sort(values.begin(), values.end());
	return values[values.size() / 2];
}

static cudaStream_t stream, other;
static long long *stamps;      // two, host memory that the device writes
static char *device, *pinned, *pageable;
static cudaEvent_t event;
static cudaGraphExec_t graphs[2]; // of one kernel, of NODES

static const char *wanted; // NULL: all kinds; else those that begin so

static bool is_wanted(const char *kind)
{
	return !wanted || strncmp(kind, wanted, strlen(wanted)) == 0;
}

// Calls that return at once, while the stream is held: the host's time; and then the GPU's.
template <typename Call> static void measure(const char *kind, int calls, int operations, Call call)
{
	std::vector<double> host, gpu;

	if (!is_wanted(kind))
		return;
	for (int round = 0; round < ROUNDS; round++) {
		CHECK(cudaDeviceSynchronize());
		hold<<<1, 1, 0, stream>>>(4000000);
		stamp<<<1, 1, 0, stream>>>(&stamps[0]);
		double begin = now_ns();
		for (int i = 0; i < calls; i++)
			call();
		host.push_back((now_ns() - begin) / calls);
		stamp<<<1, 1, 0, stream>>>(&stamps[1]);
		CHECK(cudaDeviceSynchronize());
		gpu.push_back((double)(stamps[1] - stamps[0]) / calls / (operations ? operations : 1));
	}
	printf("%s host %.0f\n", kind, median(host));
	if (operations)
		printf("%s gpu %.0f\n", kind, median(gpu));
}

// Calls that wait, or that have nothing to do with a stream: all of the time is the host's.
template <typename Call> static void measure_idle(const char *kind, int calls, Call call)
{
	std::vector<double> host;

	if (!is_wanted(kind))
		return;
	for (int round = 0; round < ROUNDS; round++) {
		CHECK(cudaDeviceSynchronize());
		double begin = now_ns();
		for (int i = 0; i < calls; i++)
			call();
		host.push_back((now_ns() - begin) / calls);
		CHECK(cudaDeviceSynchronize());
	}
	printf("%s host %.0f\n", kind, median(host));
}

static cudaGraphExec_t graph_of(int nodes)
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;

	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
	for (int i = 0; i < nodes; i++)
		empty<<<1, 1, 0, stream>>>();
	CHECK(cudaStreamEndCapture(stream, &graph));
	CHECK(cudaGraphInstantiate(&exec, graph, 0));
	CHECK(cudaGraphUpload(exec, stream));
	CHECK(cudaGraphLaunch(exec, stream));
	CHECK(cudaStreamSynchronize(stream));
	return exec;
}

static void CUDART_CB nothing(void *)
{
}

int main(int argc, char **argv)
{
	wanted = argc > 1 ? argv[1] : NULL;
	CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
	CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
	CHECK(cudaMallocHost(&stamps, 2 * sizeof *stamps));
	CHECK(cudaMallocHost(&pinned, SIZE_BYTES));
	CHECK(cudaMalloc(&device, 2 * SIZE_BYTES));
	pageable = (char *)calloc(1, SIZE_BYTES);
	CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
	hold<<<1, 1, 0, stream>>>(0);
	stamp<<<1, 1, 0, stream>>>(stamps);
	empty<<<1, 1, 0, stream>>>();
	blocks<<<1, 1, 0, stream>>>((unsigned *)device);
	CHECK(cudaDeviceSynchronize());
	graphs[0] = graph_of(1);
	graphs[1] = graph_of(NODES);

	measure("launch", CALLS, 1, [] { empty<<<1, 1, 0, stream>>>(); });
	measure("graph-launch-1", CALLS, 1, [] { CHECK(cudaGraphLaunch(graphs[0], stream)); });
	measure("graph-launch-50", 10, NODES, [] { CHECK(cudaGraphLaunch(graphs[1], stream)); });
	measure("copy-async-in", CALLS, 1,
		[] { CHECK(cudaMemcpyAsync(device, pinned, SIZE_BYTES, cudaMemcpyHostToDevice, stream)); });
	measure("copy-async-out", CALLS, 1,
		[] { CHECK(cudaMemcpyAsync(pinned, device, SIZE_BYTES, cudaMemcpyDeviceToHost, stream)); });
	measure("copy-async-device", CALLS, 1,
		[] { CHECK(cudaMemcpyAsync(device, device + SIZE_BYTES, SIZE_BYTES, cudaMemcpyDeviceToDevice, stream)); });
	measure("fill-async", CALLS, 1, [] { CHECK(cudaMemsetAsync(device, 0, SIZE_BYTES, stream)); });
	measure("launch+copy", CALLS / 2, 2, [] {
		empty<<<1, 1, 0, stream>>>();
		CHECK(cudaMemcpyAsync(device, pinned, SIZE_BYTES, cudaMemcpyHostToDevice, stream));
	});
	measure("launch+fill", CALLS / 2, 2, [] {
		empty<<<1, 1, 0, stream>>>();
		CHECK(cudaMemsetAsync(device, 0, SIZE_BYTES, stream));
	});
	measure("1000-blocks", 10, BLOCKS / 1000, [] { blocks<<<BLOCKS, 256, 0, stream>>>((unsigned *)device); });
	measure("event-record", CALLS, 0, [] { CHECK(cudaEventRecord(event, stream)); });
	measure("stream-wait-event", CALLS, 0, [] { CHECK(cudaStreamWaitEvent(stream, event, 0)); });
	measure("host-function", CALLS, 0, [] { CHECK(cudaLaunchHostFunc(stream, nothing, NULL)); });
	measure("stream-query", CALLS, 0, [] { cudaStreamQuery(stream); });
	measure("malloc-async", 50, 0, [] {
		void *memory;

		CHECK(cudaMallocAsync(&memory, SIZE_BYTES, stream));
		CHECK(cudaFreeAsync(memory, stream));
	});

	measure_idle("nothing", CALLS, [] { cudaFree(0); });
	measure_idle("last-error", CALLS, [] { cudaGetLastError(); });
	measure_idle("event-create", CALLS, [] {
		cudaEvent_t created;

		CHECK(cudaEventCreateWithFlags(&created, cudaEventDisableTiming));
		CHECK(cudaEventDestroy(created));
	});
	measure_idle("malloc+free", 50, [] {
		void *memory;

		CHECK(cudaMalloc(&memory, 8 << 20));
		CHECK(cudaFree(memory));
	});
	measure_idle("stream-synchronize", CALLS, [] { CHECK(cudaStreamSynchronize(stream)); });
	measure_idle("device-synchronize", CALLS, [] { CHECK(cudaDeviceSynchronize()); });
	measure_idle("event-synchronize", CALLS, [] { CHECK(cudaEventSynchronize(event)); });
	measure_idle("launch+synchronize", CALLS, [] {
		empty<<<1, 1, 0, stream>>>();
		CHECK(cudaStreamSynchronize(stream));
	});
	measure_idle("launch+device-synchronize", CALLS, [] {
		empty<<<1, 1, 0, stream>>>();
		CHECK(cudaDeviceSynchronize());
	});
	measure_idle("graph-launch-50+synchronize", 20, [] {
		CHECK(cudaGraphLaunch(graphs[1], stream));
		CHECK(cudaStreamSynchronize(stream));
	});
	measure_idle("copy-in", CALLS, [] { CHECK(cudaMemcpy(device, pinned, SIZE_BYTES, cudaMemcpyHostToDevice)); });
	measure_idle("copy-out", CALLS, [] { CHECK(cudaMemcpy(pinned, device, SIZE_BYTES, cudaMemcpyDeviceToHost)); });
	measure_idle("copy-in-pageable", CALLS,
		     [] { CHECK(cudaMemcpy(device, pageable, SIZE_BYTES, cudaMemcpyHostToDevice)); });
	measure_idle("copy-out-pageable", CALLS,
		     [] { CHECK(cudaMemcpy(pageable, device, SIZE_BYTES, cudaMemcpyDeviceToHost)); });
	measure_idle("copy-async+synchronize", CALLS, [] {
		CHECK(cudaMemcpyAsync(device, pinned, SIZE_BYTES, cudaMemcpyHostToDevice, stream));
		CHECK(cudaStreamSynchronize(stream));
	});
	measure_idle("fill", CALLS, [] { CHECK(cudaMemset(device, 0, SIZE_BYTES)); });
	return 0;
}
