// SPDX-License-Identifier: MIT
// Every way out of a process that uses CUDA: `exits WAY [FILE]`. Each runs 100 kernels, one after another, and prints
// "done". The ways `loop` and `long` never end by themselves and note in FILE how many kernels have ended, and when.
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cuda_runtime.h>

__global__ void work(int *memory)
{
	memory[threadIdx.x]++;
}

// Until so much of the GPU's time has passed.
__global__ void spin(long long ns)
{
	long long begin, now;

	asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin));
	do
		asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
	while (now - begin < ns);
}

static const char *program;
static int *memory;

static void kernels(int count)
{
	if (!memory)
		cudaMalloc(&memory, 4096);
	for (int i = 0; i < count; i++)
		work<<<1, 256>>>(memory);
	cudaDeviceSynchronize();
}

static void say(const char *what)
{
	printf("%s: %s\n", what, cudaGetErrorString(cudaGetLastError()));
	fflush(stdout);
}

static void *exit_in_thread(void *)
{
	exit(7);
}

static void exit_in_handler(int)
{
	exit(8);
}

static void wait_for(pid_t pid)
{
	int status = 0;

	waitpid(pid, &status, 0);
	printf("child %d\n", status);
	fflush(stdout);
}

static void way_return()
{
}

static void way_exit()
{
	exit(3);
}

static void way__exit()
{
	_exit(4);
}

static void way_quick_exit()
{
	quick_exit(5);
}

static void way_thread()
{
	pthread_t thread;

	pthread_create(&thread, nullptr, exit_in_thread, nullptr);
	pthread_join(thread, nullptr);
}

static void way_handler()
{
	signal(SIGUSR1, exit_in_handler);
	raise(SIGUSR1);
}

static void way_abort()
{
	abort();
}

static void way_segv()
{
	sleep(2);
	raise(SIGSEGV);
}

static void way_term()
{
	raise(SIGTERM);
}

static void way_exec()
{
	execl(program, program, "return", nullptr);
}

// The child uses CUDA, and the parent did before: CUDA fails in the child.
static void way_fork_after()
{
	const pid_t pid = fork();

	if (!pid) {
		cudaMalloc(&memory, 4096);
		say("child");
		exit(0);
	}
	wait_for(pid);
	kernels(100);
}

static void way_fork__exit()
{
	const pid_t pid = fork();

	if (!pid)
		_exit(0);
	wait_for(pid);
}

static void way_vfork()
{
	const pid_t pid = vfork();

	if (!pid)
		_exit(0);
	wait_for(pid);
}

static void way_fork_exec()
{
	const pid_t pid = fork();

	if (!pid) {
		execl(program, program, "return", nullptr);
		_exit(99);
	}
	wait_for(pid);
}

static void way_reset()
{
	cudaDeviceReset();
	memory = nullptr;
	kernels(100);
	cudaDeviceReset();
}

static void way_illegal()
{
	work<<<1, 256>>>((int *)16);
	cudaDeviceSynchronize();
	say("illegal");
}

static void way_running()
{
	spin<<<1, 1>>>(3000000000LL);
}

// The driver's files, or all but the first three.
static void close_files(bool are_all)
{
	char path[64], target[256];

	for (int fd = 3; fd < 1024; fd++) {
		snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
		const ssize_t length = readlink(path, target, sizeof target - 1);

		if (length > 0 && (are_all || strncmp(target, "/dev/nvidia", 11) == 0))
			close(fd);
	}
}

static void way_closed()
{
	sleep(2);
	close_files(false);
}

static void way_all_closed()
{
	sleep(2);
	close_files(true);
}

struct progress {
	volatile int64_t count, ended_ns /* in Unix time */, pid;
};

static struct progress *open_progress(const char *path)
{
	const int fd = open(path, O_RDWR | O_CREAT, 0666);

	if (fd < 0 || ftruncate(fd, sizeof(struct progress)))
		exit(98);
	return (struct progress *)mmap(nullptr, sizeof(struct progress), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
}

// Kernels, some 20 for each ms, until somebody ends it; beside one of 1,000 s.
static void loop(const char *path, bool has_long)
{
	struct progress *progress = open_progress(path);
	cudaStream_t stream, other;
	struct timespec now;

	progress->pid = getpid();
	cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
	if (has_long)
		spin<<<1, 1, 0, other>>>(1000000000000LL);
	for (;;) {
		for (int i = 0; i < 20; i++)
			work<<<1, 256, 0, stream>>>(memory);
		cudaStreamSynchronize(stream);
		clock_gettime(CLOCK_REALTIME, &now);
		progress->ended_ns = now.tv_sec * 1000000000LL + now.tv_nsec;
		progress->count += 20;
		usleep(800);
	}
}

static const struct {
	const char *name;
	void (*run)();
} ways[] = {
	{ "return", way_return },
	{ "exit", way_exit },
	{ "_exit", way__exit },
	{ "quick_exit", way_quick_exit },
	{ "thread", way_thread },
	{ "handler", way_handler },
	{ "abort", way_abort },
	{ "segv", way_segv },
	{ "term", way_term },
	{ "exec", way_exec },
	{ "fork-after", way_fork_after },
	{ "fork-_exit", way_fork__exit },
	{ "vfork", way_vfork },
	{ "fork-exec", way_fork_exec },
	{ "reset", way_reset },
	{ "illegal", way_illegal },
	{ "running", way_running },
	{ "closed", way_closed },
	{ "all-closed", way_all_closed },
};

int main(int argc, char **argv)
{
	program = argv[0];
	if (argc < 2)
		return 2;
	if (strcmp(argv[1], "fork-before") == 0) { // both use CUDA, each for itself
		const pid_t pid = fork();

		kernels(100);
		say(pid ? "parent" : "child");
		if (pid)
			wait_for(pid);
		return 0;
	}
	kernels(100);
	say("done");
	if (argc > 2)
		loop(argv[2], strcmp(argv[1], "long") == 0);
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (strcmp(ways[i].name, argv[1]) == 0)
			ways[i].run();
	return 0;
}
