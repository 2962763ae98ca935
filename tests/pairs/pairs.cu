// SPDX-License-Identifier: MIT
/*
 * Pairs for scripts/validate-whatif: what a rule finds, and the same work with its advice followed. No constant was
 * taken from them alone, but after they were first seen the model was changed three times: the lag of kernels behind
 * kernels (copy-bound-loop), the host's part in launches of graphs (launch-bound-mixed, launch-bound-waits), and how much
 * of a recorded call's cost is taken out (those two). After no-overlap-out and sync-copy-out, where nothing was found,
 * chunks were also looked for in loops that copy nothing in. The others tell what a prediction is worth in unknown programs.
 * Each is named for the rule that should predict it, with a word behind it, and differs from the rule's sample in what
 * is around the pattern: other calls, directions, streams, sizes.
 *
 * scripts/record-pairs records them; tests/pairs/traces has those that are.
 *
 * usage: pairs NAME bad|fixed      pairs list
 */
#include <cstring>

#include "../../samples/sample.h"

enum { MIB = 1 << 20 };

static const int64_t US = 1000;

static void launch(cudaStream_t stream, int64_t duration_ns)
{
	busy<<<1, 1, 0, stream>>>(duration_ns);
}

static __global__ void add_one(uint32_t *value)
{
	++*value;
}

static __global__ void twice(uint32_t *value)
{
	*value *= 2;
}

// Memory of the host that copies read and write; each page was touched.
static char *host_memory(size_t bytes, bool is_pinned)
{
	char *memory;

	if (is_pinned)
		CHECK(cudaMallocHost(&memory, bytes));
	else
		memory = (char *)malloc(bytes);
	REQUIRE(memory != NULL);
	memset(memory, 1, bytes);
	return memory;
}

static char *device_memory(size_t bytes)
{
	char *memory;

	CHECK(cudaMalloc(&memory, bytes));
	CHECK(cudaMemset(memory, 0, bytes));
	return memory;
}

// Graphs are built before the measured part.
template <typename Work> static cudaGraphExec_t graph_of(cudaStream_t stream, Work work)
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;

	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
	work();
	CHECK(cudaStreamEndCapture(stream, &graph));
	CHECK(cudaGraphInstantiate(&exec, graph, 0));
	CHECK(cudaGraphUpload(exec, stream));
	CHECK(cudaGraphLaunch(exec, stream));
	CHECK(cudaStreamSynchronize(stream));
	return exec;
}

static double work_of_host(int64_t duration_ns)
{
	double end_ms = host_now_ms() + (double)duration_ns * 1e-6, sum = 0;

	while (host_now_ms() < end_ms)
		sum += 1;
	return sum;
}

// ---- waits ----

static void needless_sync_stream(bool is_fixed)
{
	cudaStream_t stream;

	streams_create(&stream, 1, cudaStreamNonBlocking);
	measure_begin();
	for (int i = 0; i < 120; i++) {
		launch(stream, (15 + i % 5 * 6) * US);
		if (!is_fixed)
			CHECK(cudaStreamSynchronize(stream));
	}
	measure_end();
}

static void needless_sync_event(bool is_fixed)
{
	cudaStream_t streams[2];
	cudaEvent_t event;

	streams_create(streams, 2, cudaStreamNonBlocking);
	CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
	measure_begin();
	for (int i = 0; i < 80; i++) {
		launch(streams[i % 2], 30 * US);
		CHECK(cudaEventRecord(event, streams[i % 2]));
		if (is_fixed)
			CHECK(cudaStreamWaitEvent(streams[(i + 1) % 2], event, 0));
		else
			CHECK(cudaEventSynchronize(event));
	}
	measure_end();
}

static void needless_sync_copies(bool is_fixed)
{
	char *host = host_memory(MIB, true), *device = device_memory(MIB);
	cudaStream_t stream;

	streams_create(&stream, 1, cudaStreamNonBlocking);
	measure_begin();
	for (int i = 0; i < 60; i++) {
		CHECK(cudaMemcpyAsync(device, host, MIB / 4, cudaMemcpyHostToDevice, stream));
		launch(stream, 20 * US);
		if (!is_fixed)
			CHECK(cudaDeviceSynchronize());
	}
	measure_end();
}

// ---- launches ----

static void launch_bound_mixed(bool is_fixed)
{
	uint32_t *value = (uint32_t *)device_memory(sizeof *value);
	cudaStream_t stream;
	cudaGraphExec_t graph = NULL;

	streams_create(&stream, 1, cudaStreamNonBlocking);
	auto work = [=] {
		for (int i = 0; i < 15; i++) {
			add_one<<<1, 1, 0, stream>>>(value);
			twice<<<1, 1, 0, stream>>>(value);
		}
	};
	work();
	if (is_fixed)
		graph = graph_of(stream, work);
	measure_begin();
	for (int round = 0; round < 30; round++) {
		if (is_fixed)
			CHECK(cudaGraphLaunch(graph, stream));
		else
			work();
	}
	measure_end();
}

static void launch_bound_waits(bool is_fixed)
{
	uint32_t *value = (uint32_t *)device_memory(sizeof *value);
	cudaStream_t stream;
	cudaGraphExec_t graph = NULL;

	streams_create(&stream, 1, cudaStreamNonBlocking);
	auto work = [=] {
		for (int i = 0; i < 80; i++)
			add_one<<<1, 1, 0, stream>>>(value);
	};
	work();
	if (is_fixed)
		graph = graph_of(stream, work);
	measure_begin();
	for (int round = 0; round < 20; round++) {
		if (is_fixed)
			CHECK(cudaGraphLaunch(graph, stream));
		else
			work();
		CHECK(cudaStreamSynchronize(stream));
	}
	measure_end();
}

// ---- copies ----

static void small_copies_out(bool is_fixed)
{
	const int pieces = 600;
	const size_t bytes = 8192;
	char *host = host_memory(pieces * bytes, true), *device = device_memory(pieces * bytes);
	cudaStream_t stream;

	streams_create(&stream, 1, cudaStreamNonBlocking);
	measure_begin();
	for (int i = 0; i < (is_fixed ? 1 : pieces); i++)
		CHECK(cudaMemcpyAsync(host + i * bytes, device + i * bytes, is_fixed ? pieces * bytes : bytes,
				      cudaMemcpyDeviceToHost, stream));
	measure_end();
}

static void small_copies_steps(bool is_fixed)
{
	const int pieces = 12;
	const size_t bytes = 4096;
	char *host = host_memory(pieces * bytes, true), *device = device_memory(pieces * bytes);
	cudaStream_t stream;

	streams_create(&stream, 1, cudaStreamNonBlocking);
	measure_begin();
	for (int step = 0; step < 40; step++) {
		for (int i = 0; i < (is_fixed ? 1 : pieces); i++)
			CHECK(cudaMemcpyAsync(device + i * bytes, host + i * bytes, is_fixed ? pieces * bytes : bytes,
					      cudaMemcpyHostToDevice, stream));
		launch(stream, 15 * US);
	}
	measure_end();
}

static void sync_copy_out(bool is_fixed)
{
	const int parts = 20;
	const size_t bytes = 4 * MIB;
	char *host = host_memory(parts * bytes, true), *device = device_memory(parts * bytes);
	cudaStream_t streams[4];

	streams_create(streams, 4, cudaStreamNonBlocking);
	measure_begin();
	for (int i = 0; i < parts; i++) {
		cudaStream_t stream = is_fixed ? streams[i % 4] : 0;

		launch(stream, 70 * US);
		if (is_fixed)
			CHECK(cudaMemcpyAsync(host + i * bytes, device + i * bytes, bytes, cudaMemcpyDeviceToHost,
					      stream));
		else
			CHECK(cudaMemcpy(host + i * bytes, device + i * bytes, bytes, cudaMemcpyDeviceToHost));
	}
	measure_end();
}

static void pageable_copy_out(bool is_fixed)
{
	const int parts = 8;
	const size_t bytes = 8 * MIB;
	char *host = host_memory(parts * bytes, is_fixed), *device = device_memory(parts * bytes);
	cudaStream_t stream;

	streams_create(&stream, 1, cudaStreamNonBlocking);
	CHECK(cudaMemcpyAsync(host, device, MIB, cudaMemcpyDeviceToHost, stream));
	measure_begin();
	for (int i = 0; i < parts; i++)
		CHECK(cudaMemcpyAsync(host + i * bytes, device + i * bytes, bytes, cudaMemcpyDeviceToHost, stream));
	measure_end();
}

static void pageable_copy_kernels(bool is_fixed)
{
	const int parts = 12;
	const size_t bytes = 4 * MIB;
	char *host = host_memory(parts * bytes, is_fixed), *device = device_memory(parts * bytes);
	cudaStream_t stream;

	streams_create(&stream, 1, cudaStreamNonBlocking);
	CHECK(cudaMemcpyAsync(device, host, MIB, cudaMemcpyHostToDevice, stream));
	measure_begin();
	for (int i = 0; i < parts; i++) {
		CHECK(cudaMemcpyAsync(device + i * bytes, host + i * bytes, bytes, cudaMemcpyHostToDevice, stream));
		launch(stream, 200 * US);
	}
	measure_end();
}

static void no_overlap_out(bool is_fixed)
{
	const int parts = 24;
	const size_t bytes = 4 * MIB;
	char *host = host_memory(parts * bytes, true), *device = device_memory(parts * bytes);
	cudaStream_t streams[3];

	streams_create(streams, 3, cudaStreamNonBlocking);
	measure_begin();
	for (int i = 0; i < parts; i++) {
		cudaStream_t stream = streams[is_fixed ? i % 3 : 0];

		launch(stream, 120 * US);
		CHECK(cudaMemcpyAsync(host + i * bytes, device + i * bytes, bytes, cudaMemcpyDeviceToHost, stream));
	}
	measure_end();
}

static void copy_bound_loop(bool is_fixed)
{
	const size_t bytes = 6 * MIB;
	char *host = host_memory(bytes, true), *device = device_memory(bytes);
	cudaStream_t stream;

	streams_create(&stream, 1, cudaStreamNonBlocking);
	measure_begin();
	for (int i = 0; i < 30; i++) {
		if (!is_fixed || i == 0)
			CHECK(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, stream));
		launch(stream, 50 * US);
		if (!is_fixed || i == 29)
			CHECK(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, stream));
	}
	measure_end();
}

// ---- memory ----

static void alloc_in_loop_two(bool is_fixed)
{
	char *first = NULL, *second = NULL;
	cudaStream_t stream;

	streams_create(&stream, 1, cudaStreamNonBlocking);
	if (is_fixed) {
		first = device_memory(16 * MIB);
		second = device_memory(4 * MIB);
	}
	measure_begin();
	for (int i = 0; i < 25; i++) {
		if (!is_fixed) {
			CHECK(cudaMalloc(&first, 16 * MIB));
			CHECK(cudaMalloc(&second, 4 * MIB));
		}
		CHECK(cudaMemsetAsync(first, 1, 16 * MIB, stream));
		launch(stream, 40 * US);
		if (!is_fixed) {
			CHECK(cudaFree(first));
			CHECK(cudaFree(second));
		}
	}
	measure_end();
}

// ---- the order of streams ----

static void default_stream_barrier_copies(bool is_fixed)
{
	const size_t bytes = 2 * MIB;
	char *host = host_memory(bytes, true), *device = device_memory(bytes);
	cudaStream_t streams[6];

	streams_create(streams, 6, is_fixed ? cudaStreamNonBlocking : cudaStreamDefault);
	measure_begin();
	for (int i = 0; i < 60; i++) {
		launch(streams[i % 6], 150 * US);
		if (i % 3 == 0)
			CHECK(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, 0));
	}
	measure_end();
}

static void default_stream_barrier_fills(bool is_fixed)
{
	char *device = device_memory(MIB);
	cudaStream_t streams[4];

	streams_create(streams, 4, is_fixed ? cudaStreamNonBlocking : cudaStreamDefault);
	measure_begin();
	for (int i = 0; i < 48; i++) {
		launch(streams[i % 4], 100 * US);
		CHECK(cudaMemsetAsync(device, 0, MIB, 0));
	}
	measure_end();
}

static void false_dependency_four(bool is_fixed)
{
	cudaStream_t streams[12];

	streams_create(streams, 12, cudaStreamNonBlocking);
	measure_begin();
	for (int i = 0; i < 12 * 5; i++)
		launch(streams[is_fixed ? i % 12 : i / 5], (100 + i % 3 * 50) * US);
	measure_end();
}

static void false_dependency_copies(bool is_fixed)
{
	const size_t bytes = MIB;
	char *host = host_memory(bytes, true), *device = device_memory(16 * bytes);
	cudaStream_t streams[16];

	streams_create(streams, 16, cudaStreamNonBlocking);
	measure_begin();
	for (int step = 0; step < (is_fixed ? 3 : 1); step++)
		for (int s = 0; s < 16; s++) {
			if (step == 0)
				CHECK(cudaMemcpyAsync(device + s * bytes, host, bytes, cudaMemcpyHostToDevice,
						      streams[s]));
			for (int i = 0; i < (is_fixed ? 1 : 3); i++)
				launch(streams[s], 250 * US);
		}
	measure_end();
}

template <int NUMBER> static __global__ void stage(int64_t duration_ns)
{
	spin(duration_ns);
}

static void lazy_loading_three(bool is_fixed)
{
	static void (*const stages[])(int64_t) = { stage<0>, stage<1>, stage<2> };
	cudaStream_t streams[3];

	streams_create(streams, 3, cudaStreamNonBlocking);
	for (int s = 0; s < 3 && is_fixed; s++) {
		cudaFuncAttributes attributes;

		CHECK(cudaFuncGetAttributes(&attributes, (const void *)stages[s]));
	}
	measure_begin();
	for (int s = 0; s < 3; s++)
		launch(streams[s], (600 + s * 300) * US);
	for (int s = 0; s < 3; s++)
		stages[s]<<<1, 1, 0, streams[s]>>>(800 * US);
	measure_end();
}

// ---- the host ----

static void CUDART_CB count(void *counter)
{
	++*(int *)counter;
}

static void host_callback_beside(bool is_fixed)
{
	static int counter;
	cudaStream_t stream, beside;
	cudaEvent_t event;

	streams_create(&stream, 1, cudaStreamNonBlocking);
	streams_create(&beside, 1, cudaStreamNonBlocking);
	CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
	CHECK(cudaLaunchHostFunc(beside, count, &counter));
	measure_begin();
	for (int i = 0; i < 60; i++) {
		launch(stream, 60 * US);
		if (is_fixed) {
			CHECK(cudaEventRecord(event, stream));
			CHECK(cudaStreamWaitEvent(beside, event, 0));
		}
		CHECK(cudaLaunchHostFunc(is_fixed ? beside : stream, count, &counter));
	}
	launch(stream, 60 * US);
	measure_end();
	REQUIRE(counter == 61);
}

static void gpu_idle_long(bool is_fixed)
{
	cudaStream_t stream;

	streams_create(&stream, 1, cudaStreamNonBlocking);
	measure_begin();
	if (is_fixed)
		work_of_host(120 * US);
	for (int i = 0; i < 40; i++) {
		if (!is_fixed)
			work_of_host(120 * US);
		launch(stream, 150 * US);
		launch(stream, 50 * US);
		if (is_fixed && i + 1 < 40)
			work_of_host(120 * US);
		CHECK(cudaStreamSynchronize(stream));
	}
	measure_end();
}

// ---- the shape of launches ----

static __global__ void scramble_all(uint32_t *out, int values, int rounds)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < values; i += gridDim.x * blockDim.x)
		out[i] = scramble(i, rounds);
}

static void partial_warp_40(bool is_fixed)
{
	const int block = is_fixed ? 64 : 40, values = 40 * 64 * 600;
	uint32_t *out = (uint32_t *)device_memory(values * sizeof *out);

	scramble_all<<<1, block>>>(out, values / 1000, 10);
	measure_begin();
	for (int i = 0; i < 8; i++)
		scramble_all<<<values / block, block>>>(out, values, 2500);
	measure_end();
}

static void tail_effect_waves(bool is_fixed)
{
	const int block = 512, rounds = 20000;
	int sms, per_sm, fit;
	uint32_t *out;

	CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
	CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, scramble_all, block, 0));
	fit = sms * per_sm;
	// One value for each thread of two waves and a bit; fixed: as many threads as fit, which stride over them evenly.
	const int blocks = 2 * fit + fit / 20;

	out = (uint32_t *)device_memory((size_t)blocks * block * sizeof *out);
	scramble_all<<<1, block>>>(out, block, 10);
	measure_begin();
	for (int i = 0; i < 6; i++) {
		if (is_fixed) { // the same work in two waves of a little longer blocks
			scramble_all<<<2 * fit, block>>>(out, 2 * fit * block,
							 (int)((int64_t)rounds * blocks / (2 * fit)));
		} else {
			scramble_all<<<blocks, block>>>(out, blocks * block, rounds);
		}
	}
	measure_end();
}

static const struct {
	const char *name;
	void (*run)(bool is_fixed);
	const char *connections; // CUDA_DEVICE_MAX_CONNECTIONS; NULL: as it is
} pairs[] = {
	{ "alloc-in-loop-two", alloc_in_loop_two, NULL },
	{ "copy-bound-loop", copy_bound_loop, NULL },
	{ "default-stream-barrier-copies", default_stream_barrier_copies, NULL },
	{ "default-stream-barrier-fills", default_stream_barrier_fills, NULL },
	{ "false-dependency-copies", false_dependency_copies, NULL },
	{ "false-dependency-four", false_dependency_four, "4" },
	{ "gpu-idle-long", gpu_idle_long, NULL },
	{ "host-callback-beside", host_callback_beside, NULL },
	{ "launch-bound-mixed", launch_bound_mixed, NULL },
	{ "launch-bound-waits", launch_bound_waits, NULL },
	{ "lazy-loading-three", lazy_loading_three, NULL },
	{ "needless-sync-copies", needless_sync_copies, NULL },
	{ "needless-sync-event", needless_sync_event, NULL },
	{ "needless-sync-stream", needless_sync_stream, NULL },
	{ "no-overlap-out", no_overlap_out, NULL },
	{ "pageable-copy-kernels", pageable_copy_kernels, NULL },
	{ "pageable-copy-out", pageable_copy_out, NULL },
	{ "partial-warp-40", partial_warp_40, NULL },
	{ "small-copies-out", small_copies_out, NULL },
	{ "small-copies-steps", small_copies_steps, NULL },
	{ "sync-copy-out", sync_copy_out, NULL },
	{ "tail-effect-waves", tail_effect_waves, NULL },
};

static void run(int number, bool is_fixed)
{
	if (pairs[number].connections)
		REQUIRE(setenv("CUDA_DEVICE_MAX_CONNECTIONS", pairs[number].connections, 1) == 0);
	REQUIRE(setenv("CUDA_MODULE_LOADING", "LAZY", 1) == 0);
	launch(0, US); // loaded before the measured part
	CHECK(cudaGetLastError());
	pairs[number].run(is_fixed);
	CHECK(cudaGetLastError());
}

int main(int argc, char **argv)
{
	for (int i = 0; i < ARRAY_LENGTH(pairs); i++) {
		if (argc == 2 && strcmp(argv[1], "list") == 0)
			puts(pairs[i].name);
		if (argc == 3 && strcmp(argv[1], pairs[i].name) == 0) {
			run(i, strcmp(argv[2], "fixed") == 0);
			return 0;
		}
	}
	return argc == 2 ? 0 : 2;
}
