// SPDX-License-Identifier: MIT
// CUDA graphs of all sorts, launched many times. usage: graphs CASE. Prints how many kernels ran, as they counted
// themselves, and "no error".
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>
#include <cuda_runtime.h>

static const int LAUNCHES = 300, NODES = 12;

static unsigned long long *counter;

__global__ void count(unsigned long long *counter, int turns)
{
	long long begin = clock64();

	while (clock64() - begin < 1000LL * turns)
		;
	if (threadIdx.x == 0 && blockIdx.x == 0)
		atomicAdd(counter, 1ull);
}

__global__ void count_other(unsigned long long *counter)
{
	if (threadIdx.x == 0 && blockIdx.x == 0)
		atomicAdd(counter, 1ull);
}

#if CUDART_VERSION >= 12040
// The body of a loop in a graph: runs five times in each launch.
__global__ void body(unsigned long long *counter, int *turn, cudaGraphConditionalHandle handle)
{
	atomicAdd(counter, 1ull);
	*turn = (*turn + 1) % 5;
	cudaGraphSetConditional(handle, *turn != 0);
}
#endif

static void check(cudaError_t error, const char *what)
{
	if (error != cudaSuccess) {
		printf("%s: %s\n", what, cudaGetErrorString(error));
		exit(1);
	}
}
#define CHECK(call) check(call, #call)

static void put(cudaStream_t stream, int nodes)
{
	for (int i = 0; i < nodes; i++) {
		if (i % 3 == 2)
			count_other<<<64, 128, 0, stream>>>(counter);
		else
			count<<<132, 128, 0, stream>>>(counter, i % 3 + 2);
	}
}

// A graph of what PUT puts into a stream.
template <typename Put> static cudaGraph_t captured(cudaStream_t stream, Put put)
{
	cudaGraph_t graph;

	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
	put();
	CHECK(cudaStreamEndCapture(stream, &graph));
	return graph;
}

static cudaGraphExec_t instantiated(cudaGraph_t graph)
{
	cudaGraphExec_t executable;

	CHECK(cudaGraphInstantiate(&executable, graph, 0));
	return executable;
}

// Launches it: every other one is awaited, so that some are in flight together.
static void launch(cudaGraphExec_t executable, cudaStream_t stream, int launches)
{
	for (int i = 0; i < launches; i++) {
		CHECK(cudaGraphLaunch(executable, stream));
		if (i % 2)
			CHECK(cudaStreamSynchronize(stream));
	}
}

static cudaStream_t new_stream()
{
	cudaStream_t stream;

	CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
	return stream;
}

static void run_linear()
{
	cudaStream_t stream = new_stream();

	launch(instantiated(captured(stream, [&] { put(stream, NODES); })), stream, LAUNCHES);
}

static void run_branches()
{
	cudaStream_t stream = new_stream(), other = new_stream();
	cudaEvent_t fork, join;
	char *memory;

	CHECK(cudaMalloc(&memory, 2 << 20));
	CHECK(cudaEventCreate(&fork));
	CHECK(cudaEventCreate(&join));
	launch(instantiated(captured(stream, [&] {
		CHECK(cudaMemsetAsync(memory, 0, 1 << 20, stream));
		CHECK(cudaEventRecord(fork, stream));
		CHECK(cudaStreamWaitEvent(other, fork, 0));
		put(stream, NODES);
		put(other, NODES);
		CHECK(cudaMemcpyAsync(memory + (1 << 20), memory, 1 << 20, cudaMemcpyDeviceToDevice, other));
		CHECK(cudaEventRecord(join, other));
		CHECK(cudaStreamWaitEvent(stream, join, 0));
		put(stream, 1);
	})), stream, LAUNCHES);
}

static void run_two()
{
	cudaStream_t stream = new_stream(), other = new_stream();
	cudaGraphExec_t one = instantiated(captured(stream, [&] { put(stream, NODES); }));
	cudaGraphExec_t two = instantiated(captured(stream, [&] { put(stream, 2 * NODES); }));

	for (int i = 0; i < LAUNCHES; i++) {
		CHECK(cudaGraphLaunch(one, stream));
		CHECK(cudaGraphLaunch(two, other));
		put(stream, 1);
		if (i % 10 == 9)
			CHECK(cudaDeviceSynchronize());
	}
}

static void run_host()
{
	cudaStream_t stream = new_stream();

	launch(instantiated(captured(stream, [&] {
		put(stream, 3);
		CHECK(cudaLaunchHostFunc(stream, [](void *) {}, nullptr));
		put(stream, 3);
	})), stream, LAUNCHES);
}

static void run_child()
{
	cudaStream_t stream = new_stream();
	cudaGraph_t child = captured(stream, [&] { put(stream, NODES); }), graph;
	cudaGraphNode_t first, second;

	CHECK(cudaGraphCreate(&graph, 0));
	CHECK(cudaGraphAddChildGraphNode(&first, graph, nullptr, 0, child));
	CHECK(cudaGraphAddChildGraphNode(&second, graph, &first, 1, child));
	launch(instantiated(graph), stream, LAUNCHES);
}

static void run_memory()
{
	cudaStream_t stream = new_stream();
	void *memory;

	launch(instantiated(captured(stream, [&] {
		CHECK(cudaMallocAsync(&memory, 1 << 20, stream));
		put(stream, 3);
		CHECK(cudaMemsetAsync(memory, 1, 1 << 20, stream));
		CHECK(cudaFreeAsync(memory, stream));
	})), stream, LAUNCHES);
}

// As llama.cpp: captured anew, and the executable graph updated, for each launch.
static void run_update()
{
	cudaStream_t stream = new_stream();
	cudaGraphExec_t executable = instantiated(captured(stream, [&] { put(stream, NODES); }));

	for (int i = 0; i < LAUNCHES; i++) {
		cudaGraph_t graph = captured(stream, [&] { put(stream, NODES); });
		cudaGraphExecUpdateResultInfo info;

		CHECK(cudaGraphExecUpdate(executable, graph, &info));
		CHECK(cudaGraphDestroy(graph));
		launch(executable, stream, 2);
	}
}

static void run_parameters()
{
	cudaStream_t stream = new_stream();
	cudaGraph_t graph = captured(stream, [&] { put(stream, NODES); });
	cudaGraphExec_t executable = instantiated(graph);
	std::vector<cudaGraphNode_t> nodes(NODES);
	size_t nodes_count = NODES;

	CHECK(cudaGraphGetNodes(graph, nodes.data(), &nodes_count));
	for (int i = 0; i < LAUNCHES; i++) {
		int turns = 1 + i % 7;
		void *arguments[] = { &counter, &turns };
		cudaKernelNodeParams params = {};

		CHECK(cudaGraphKernelNodeGetParams(nodes[0], &params));
		params.kernelParams = arguments;
		params.gridDim.x = 100 + i % 9;
		CHECK(cudaGraphExecKernelNodeSetParams(executable, nodes[0], &params));
		launch(executable, stream, 2);
	}
}

static void run_upload()
{
	cudaStream_t stream = new_stream();
	cudaGraphExec_t executable = instantiated(captured(stream, [&] { put(stream, NODES); }));

	for (int i = 0; i < LAUNCHES; i++) {
		if (i % 10 == 0)
			CHECK(cudaGraphUpload(executable, stream));
		launch(executable, stream, 1);
	}
	CHECK(cudaStreamSynchronize(stream));
}

// Graphs that come and go, often at the same place in memory.
static void make_and_launch(int graphs)
{
	cudaStream_t stream = new_stream();

	for (int i = 0; i < graphs; i++) {
		cudaGraph_t graph = captured(stream, [&] { put(stream, 3 + i % 3); });
		cudaGraphExec_t executable = instantiated(graph);

		CHECK(cudaGraphDestroy(graph));
		launch(executable, stream, 30);
		CHECK(cudaStreamSynchronize(stream));
		CHECK(cudaGraphExecDestroy(executable));
	}
}

static void run_many()
{
	make_and_launch(30);
}

static void run_threads()
{
	std::vector<std::thread> threads;

	for (int i = 0; i < 8; i++)
		threads.emplace_back([] { make_and_launch(15); });
	for (auto &thread : threads)
		thread.join();
}

#if CUDART_VERSION >= 12040
static void run_conditional()
{
	cudaStream_t stream = new_stream();
	cudaGraphConditionalHandle handle;
	cudaGraphNode_t first, loop, in_loop;
	cudaGraphNodeParams params = { cudaGraphNodeTypeConditional };
	cudaKernelNodeParams kernel = {};
	cudaGraph_t graph;
	int *turn, turns = 2;

	CHECK(cudaMalloc(&turn, sizeof *turn));
	CHECK(cudaMemset(turn, 0, sizeof *turn));
	CHECK(cudaGraphCreate(&graph, 0));
	CHECK(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
	void *arguments[] = { &counter, &turns };
	kernel.func = (void *)count;
	kernel.gridDim = dim3(132);
	kernel.blockDim = dim3(128);
	kernel.kernelParams = arguments;
	CHECK(cudaGraphAddKernelNode(&first, graph, nullptr, 0, &kernel));
	params.conditional.handle = handle;
	params.conditional.type = cudaGraphCondTypeWhile;
	params.conditional.size = 1;
#if CUDART_VERSION >= 13000
	CHECK(cudaGraphAddNode(&loop, graph, &first, nullptr, 1, &params));
#else
	CHECK(cudaGraphAddNode(&loop, graph, &first, 1, &params));
#endif
	void *body_arguments[] = { &counter, &turn, &handle };
	kernel.func = (void *)body;
	kernel.gridDim = dim3(1);
	kernel.blockDim = dim3(1);
	kernel.kernelParams = body_arguments;
	CHECK(cudaGraphAddKernelNode(&in_loop, params.conditional.phGraph_out[0], nullptr, 0, &kernel));
	launch(instantiated(graph), stream, LAUNCHES);
}
#endif

static const struct {
	const char *name;
	void (*run)();
} cases[] = {
	{ "linear", run_linear },
	{ "branches", run_branches },
	{ "two", run_two },
	{ "host", run_host },
	{ "child", run_child },
	{ "memory", run_memory },
	{ "update", run_update },
	{ "parameters", run_parameters },
	{ "upload", run_upload },
	{ "many", run_many },
	{ "threads", run_threads },
#if CUDART_VERSION >= 12040
	{ "conditional", run_conditional },
#endif
};

int main(int count, char **arguments)
{
	unsigned long long kernels = 0;

	CHECK(cudaMalloc(&counter, sizeof *counter));
	CHECK(cudaMemset(counter, 0, sizeof *counter));
	put(nullptr, 3); // loads them: not while a stream is captured
	CHECK(cudaDeviceSynchronize());
	for (const auto &one : cases)
		if (count < 2 || strcmp(arguments[1], one.name) == 0)
			one.run();
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(&kernels, counter, sizeof kernels, cudaMemcpyDeviceToHost));
	printf("%llu kernels, no error\n", kernels);
}
