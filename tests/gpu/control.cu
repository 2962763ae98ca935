// SPDX-License-Identifier: MIT
// What is recorded of it is started and stopped (tests/gpu/control): for MS milliseconds, or with MS 0 until there is a
// file LOG.end, one thread launches empty kernels as fast as it can, by the runtime; a second one by the driver; a third one graphs of 10 that it made before;
// a fourth one waits for long kernels most of the time; a fifth one copies as fast as it can. Meanwhile the first thread of the process opens and closes
// what --range and --capture ask for. LOG is there, empty, once all launch; at the end it has, for each launch, its
// thread and its time in Unix time.
//
// usage: control MS LOG
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <thread>
#include <vector>

#include <cuda.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CHECK(call)                                                               \
	do {                                                                      \
		const int error = (int)(call);                                    \
		if (error) {                                                      \
			fprintf(stderr, "control: %s: error %d\n", #call, error); \
			_exit(1);                                                 \
		}                                                                 \
	} while (0)

enum { NODES = 10, COPIED_BYTES = 4096, SPIN_NS = 3000000, INSIDE_MS = 150, OUTSIDE_MS = 50 };

__global__ void empty()
{
}

__global__ void spin(long long duration_ns)
{
	long long begin_ns, now_ns;

	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin_ns));
	do
		asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now_ns));
	while (now_ns - begin_ns < duration_ns);
}

static int64_t unix_ns()
{
	timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static std::atomic<bool> is_over;
static std::atomic<int> launching; // threads

struct launcher {
	const char *name;
	void (*run)(launcher *self);
	std::vector<int64_t> launches_ns = {};
	int thread_id = 0;
	cudaStream_t stream = nullptr;

	// Before each launch.
	void note()
	{
		launching += launches_ns.empty();
		launches_ns.push_back(unix_ns());
	}
};

static void launch_by_runtime(launcher *self)
{
	while (!is_over) {
		self->note();
		empty<<<1, 1, 0, self->stream>>>();
	}
}

static void launch_by_driver(launcher *self)
{
	cudaFunction_t function;

	CHECK(cudaGetFuncBySymbol(&function, (const void *)empty));
	while (!is_over) {
		self->note();
		CHECK(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, self->stream, nullptr, nullptr));
	}
}

static void launch_graphs(launcher *self)
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;

	CHECK(cudaStreamBeginCapture(self->stream, cudaStreamCaptureModeThreadLocal));
	for (int i = 0; i < NODES; i++)
		empty<<<1, 1, 0, self->stream>>>();
	CHECK(cudaStreamEndCapture(self->stream, &graph));
	CHECK(cudaGraphInstantiate(&exec, graph, 0));
	while (!is_over) {
		self->note();
		CHECK(cudaGraphLaunch(exec, self->stream));
		CHECK(cudaStreamSynchronize(self->stream));
	}
}

static void wait_for_long_ones(launcher *self)
{
	while (!is_over) {
		self->note();
		spin<<<1, 1, 0, self->stream>>>(SPIN_NS);
		CHECK(cudaStreamSynchronize(self->stream));
	}
}

static void copy(launcher *self)
{
	char *memory;

	CHECK(cudaMalloc(&memory, 2 * COPIED_BYTES));
	while (!is_over) {
		self->note();
		CHECK(cudaMemcpyAsync(memory, memory + COPIED_BYTES, COPIED_BYTES, cudaMemcpyDeviceToDevice, self->stream));
	}
}

static void run(launcher *self)
{
	self->thread_id = (int)syscall(SYS_gettid);
	CHECK(cudaStreamCreateWithFlags(&self->stream, cudaStreamNonBlocking));
	self->launches_ns.reserve(1 << 21);
	self->run(self);
	CHECK(cudaStreamSynchronize(self->stream));
}

static launcher launchers[] = {
	{ "runtime", launch_by_runtime },
	{ "driver", launch_by_driver },
	{ "graphs", launch_graphs },
	{ "waits", wait_for_long_ones },
	{ "copies", copy },
};

static void write_log(const char *path)
{
	FILE *log = fopen(path, "w");

	for (const launcher &launcher : launchers)
		for (int64_t launch_ns : launcher.launches_ns)
			fprintf(log, "%s %d %lld\n", launcher.name, launcher.thread_id, (long long)launch_ns);
	fclose(log);
}

/* Where LOG.wait is there: CUDA is initialised without a context until it is gone. */
static void wait_initialised(const std::string &log)
{
	if (access((log + ".wait").c_str(), F_OK))
		return;
	cuInit(0);
	fclose(fopen((log + ".initialised").c_str(), "w"));
	while (!access((log + ".wait").c_str(), F_OK))
		usleep(1000);
}

int main(int argc, char **argv)
{
	std::vector<std::thread> threads;

	if (argc != 3)
		return 2;
	wait_initialised(argv[2]);
	CHECK(cudaFree(nullptr));
	for (launcher &launcher : launchers)
		threads.emplace_back(run, &launcher);
	while (launching < (int)(sizeof launchers / sizeof *launchers))
		usleep(1000);
	fclose(fopen(argv[2], "w"));
	while (atoi(argv[1]) == 0 && access((std::string(argv[2]) + ".end").c_str(), F_OK))
		usleep(1000);
	for (int steps = atoi(argv[1]) / (OUTSIDE_MS + INSIDE_MS); steps > 0; steps--) {
		usleep(OUTSIDE_MS * 1000);
		CHECK(cudaProfilerStart());
		nvtxRangePushA("step");
		usleep(INSIDE_MS * 1000);
		nvtxRangePop();
		CHECK(cudaProfilerStop());
	}
	is_over = true;
	for (std::thread &thread : threads)
		thread.join();
	write_log(argv[2]);
	puts("done");
}
