/* SPDX-License-Identifier: MIT */
/*
 * The program that the collector's tests trace. Its arguments are steps, done one after another, so
 * that a test says itself what happens: `app context launch=3 fork context launch=2 _exit=0 end
 * exit=3`. Linked against nothing of CUDA: it loads libcuda.so.1 at the first step that needs it,
 * as the static CUDA runtime does. README.md lists the steps.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cuda.h>
#include <cudaProfiler.h>
#include <nvtx3/nvToolsExt.h>
#if __has_include(<nvtx3/nvToolsExtPayload.h>)
#include <nvtx3/nvToolsExtPayload.h>
#define HAS_PAYLOADS 1
#endif

#include "confine.h"

#define NAME_(symbol) #symbol
#define NAME(symbol)  NAME_(symbol) /* of the function that a macro of cuda.h stands for */

#define CUDA_FUNCTIONS(F)       \
	F(cuInit)               \
	F(cuCtxCreate)          \
	F(cuCtxDestroy)         \
	F(cuCtxSynchronize)     \
	F(cuGraphInstantiate)   \
	F(cuGraphLaunch)        \
	F(cuGraphExecUpdate)    \
	F(cuGraphExecDestroy)   \
	F(cuLaunchKernel)       \
	F(cuLaunchKernelEx)     \
	F(cuMemAlloc)           \
	F(cuMemFree)            \
	F(cuMemcpyHtoDAsync)    \
	F(cuModuleLoadData)     \
	F(cuModuleGetFunction)  \
	F(cuProfilerStart)      \
	F(cuProfilerStop)       \
	F(cuStreamBeginCapture) \
	F(cuStreamCreate)       \
	F(cuStreamEndCapture)   \
	F(cuStreamSynchronize)

static struct {
#define FIELD(name) __typeof__(name) *name;
	CUDA_FUNCTIONS(FIELD)
#undef FIELD
} cuda;

extern char **environ;

static _Thread_local char **next; /* the steps still to do */
static char *program;
static _Atomic(CUfunction) function;
static CUcontext context, first_context; /* the newest, the oldest */
static atomic_bool has_context;
static CUresult failed; /* first error of CUDA: printed at the end of main */

static void note(CUresult result)
{
	if (result && !failed)
		failed = result;
}

static void wait_ms(long ms)
{
	struct timespec time = { ms / 1000, ms % 1000 * 1000000 };

	while (nanosleep(&time, &time) && errno == EINTR)
		;
}

/* ---- CUDA ---- */

static void step_init(const char *value)
{
	void *library;

	(void)value;
	if (!cuda.cuInit) {
		library = dlopen("libcuda.so.1", RTLD_NOW);
		if (!library) {
			printf("no libcuda: %s\n", dlerror());
			return;
		}
#define FIND(name) cuda.name = (__typeof__(name) *)dlsym(library, NAME(name));
		CUDA_FUNCTIONS(FIND)
#undef FIND
	}
	note(cuda.cuInit(0));
}

static void step_context(const char *value)
{
	CUfunction step;
	CUmodule module;

	step_init(value);
	if (!cuda.cuInit)
		return;
	note(cuda.cuCtxCreate(&context, NULL, 0, 0));
	note(cuda.cuModuleLoadData(&module, "image"));
	note(cuda.cuModuleGetFunction(&step, module, "_Z4stepPf"));
	function = step;
	if (!first_context)
		first_context = context;
	has_context = true;
}

/* Destroys the newest context. */
static void step_destroy(const char *value)
{
	(void)value;
	if (has_context)
		note(cuda.cuCtxDestroy(context));
	has_context = false;
}

static void step_destroy_first(const char *value)
{
	(void)value;
	if (first_context)
		note(cuda.cuCtxDestroy(first_context));
}

/* What a launch passes on: the address of a pointer, in both of CUDA's ways; NULL: nothing. */
static uintptr_t argument;
static size_t argument_bytes = sizeof argument;
static void *arguments[] = { &argument };
static void *buffer[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &argument, CU_LAUNCH_PARAM_BUFFER_SIZE,
	                  &argument_bytes, CU_LAUNCH_PARAM_END };
static bool is_in_buffer;

static void step_launch(const char *value)
{
	for (long i = 0; has_context && i < atol(value); i++)
		note(cuda.cuLaunchKernel(function, 8, 1, 1, 256, 1, 1, 0, NULL,
		                         argument && !is_in_buffer ? arguments : NULL,
		                         is_in_buffer ? buffer : NULL));
}

/* The MiB of the fake memory that launches get a pointer to from now on; with a b behind it, in a
 * buffer. */
static void step_argument(const char *value)
{
	argument = (uintptr_t)atol(value) << 20;
	is_in_buffer = strchr(value, 'b') != NULL;
}

/* What is launched from now on. */
static void step_function(const char *value)
{
	CUfunction named;

	if (!has_context)
		return;
	note(cuda.cuModuleGetFunction(&named, NULL, value));
	function = named;
}

/* A launch of so many blocks. */
static void step_blocks(const char *value)
{
	if (has_context)
		note(cuda.cuLaunchKernel(function, (unsigned)atoi(value), 1, 1, 256, 1, 1, 0, NULL,
		                         NULL, NULL));
}

/* So many launches into a stream that is captured, and one into another meanwhile. */
static void step_capture(const char *value)
{
	CUstream stream;
	CUgraph graph;

	if (!has_context)
		return;
	note(cuda.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
	note(cuda.cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
	for (int i = 0; i < atoi(value); i++)
		note(cuda.cuLaunchKernel(function, 8, 1, 1, 256, 1, 1, 0, stream, NULL, NULL));
	step_launch("1");
	note(cuda.cuStreamEndCapture(stream, &graph));
}

static CUstream captured;

static void step_begin_capture(const char *value)
{
	(void)value;
	note(cuda.cuStreamCreate(&captured, CU_STREAM_NON_BLOCKING));
	note(cuda.cuStreamBeginCapture(captured, CU_STREAM_CAPTURE_MODE_GLOBAL));
}

static void step_end_capture(const char *value)
{
	CUgraph graph;

	(void)value;
	note(cuda.cuStreamEndCapture(captured, &graph));
}

/* The newest: this thread's own, of any. */
static _Thread_local CUgraphExec executable;
static _Atomic(CUgraphExec) any_executable;

/* An executable graph of so many nodes. */
static void step_graph(const char *value)
{
	if (has_context)
		note(cuda.cuGraphInstantiate(&executable, (CUgraph)(uintptr_t)atol(value), 0));
	any_executable = executable;
}

static void step_replay(const char *value)
{
	for (long i = 0; has_context && i < atol(value); i++)
		note(cuda.cuGraphLaunch(executable ? executable : any_executable, NULL));
}

/* From now on it has so many nodes. */
static void step_update_graph(const char *value)
{
	CUgraphExecUpdateResultInfo info;

	if (has_context)
		note(cuda.cuGraphExecUpdate(executable, (CUgraph)(uintptr_t)atol(value), &info));
}

static void step_destroy_graph(const char *value)
{
	(void)value;
	if (has_context)
		note(cuda.cuGraphExecDestroy(executable));
}

/* A launch in a cluster of so many blocks. */
static void step_cluster(const char *value)
{
	CUlaunchAttribute cluster = {
		.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
		.value.clusterDim = { (unsigned)atoi(value), 1, 1 },
	};
	CUlaunchConfig config = {
		.gridDimX = 8,
		.gridDimY = 2,
		.gridDimZ = 1,
		.blockDimX = 64,
		.blockDimY = 1,
		.blockDimZ = 1,
		.sharedMemBytes = 512,
		.attrs = &cluster,
		.numAttrs = 1,
	};

	if (has_context)
		note(cuda.cuLaunchKernelEx(&config, function, NULL, NULL));
}

/* A launch that says nothing of what it is; CUDA refuses it. */
static void step_null_launch(const char *value)
{
	(void)value;
	if (has_context)
		printf("refused %d\n", cuda.cuLaunchKernelEx(NULL, function, NULL, NULL));
}

/* A launch every 10 ms for so many ms. */
static void step_loop(const char *value)
{
	for (long ms = 0; ms < atol(value); ms += 10) {
		step_launch("1");
		wait_ms(10);
	}
}

static void *run_launch(void *data)
{
	(void)data;
	step_launch("1");
	return NULL;
}

/* For the constructor of constructor.c: a launch on a thread of its own, and waits for it. */
__attribute__((visibility("default"))) void app_constructor(void);
void app_constructor(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, run_launch, NULL);
	pthread_join(thread, NULL);
}

static void step_load(const char *value)
{
	if (!dlopen(value, RTLD_NOW))
		printf("%s\n", dlerror());
}

static const void *no_export_table(uint32_t id)
{
	(void)id;
	return NULL;
}

/* The first marker, as NVTX does it: VALUE is the function of its version, such as
 * InitializeInjectionNvtx2. */
static void step_nvtx(const char *value)
{
	const char *tool = getenv("NVTX_INJECTION64_PATH");
	void *library = tool ? dlopen(tool, RTLD_LAZY) : NULL;
	void *symbol = library ? dlsym(library, value) : NULL;
	static char extension[64]; /* none that anybody knows */
	int (*initialize)(void *) = NULL;
	void *parameter = extension;

	if (strcmp(value, "InitializeInjectionNvtxExtension") != 0)
		parameter = __extension__(void *) no_export_table;
	memcpy(&initialize, &symbol, sizeof symbol);
	printf("markers: %d\n", initialize ? initialize(parameter) : 0);
	fflush(stdout);
}

static void step_push(const char *value)
{
	nvtxRangePushA(value);
}

static void step_pop(const char *value)
{
	(void)value;
	nvtxRangePop();
}

static nvtxDomainHandle_t range_domain;
static nvtxRangeId_t range_id;

/* In a domain, by a registered string; ends where another thread may be. */
static void step_start_range(const char *value)
{
	nvtxEventAttributes_t attributes = { .version = NVTX_VERSION,
		                             .size = NVTX_EVENT_ATTRIB_STRUCT_SIZE,
		                             .messageType = NVTX_MESSAGE_TYPE_REGISTERED };

	range_domain = nvtxDomainCreateA("app");
	attributes.message.registered = nvtxDomainRegisterStringA(range_domain, value);
	range_id = nvtxDomainRangeStartEx(range_domain, &attributes);
}

static void step_end_range(const char *value)
{
	(void)value;
	nvtxDomainRangeEnd(range_domain, range_id);
}

static void step_profiler(const char *value)
{
	note(strcmp(value, "stop") == 0 ? cuda.cuProfilerStop() : cuda.cuProfilerStart());
}

/* Ranges that begin, end, or both, with a payload, by NVTX itself. */
static void step_payload(const char *value)
{
#ifdef HAS_PAYLOADS
	nvtxEventAttributes_t named = { .version = NVTX_VERSION,
		                        .size = NVTX_EVENT_ATTRIB_STRUCT_SIZE,
		                        .messageType = NVTX_MESSAGE_TYPE_ASCII,
		                        .message.ascii = value };
	nvtxDomainHandle_t domain = nvtxDomainCreateA("app");
	nvtxRangeId_t range;

	nvtxDomainRangePushEx(domain, &named);
	printf("popped: %d\n", nvtxRangePopPayload(domain, NULL, 0));
	printf("pushed: %d\n", nvtxRangePushPayload(domain, NULL, 0));
	nvtxDomainRangePop(domain);
	range = nvtxDomainRangeStartEx(domain, &named);
	nvtxRangeEndPayload(domain, range, NULL, 0);
	range = nvtxRangeStartPayload(domain, NULL, 0);
	nvtxDomainRangeEnd(domain, range);
#else
	printf("%s: this NVTX has no payloads\n", value);
#endif
	fflush(stdout);
}

/* Ranges and marks with names of wide characters, of one byte to four in UTF-8. */
static void step_wide(const char *value)
{
#ifdef HAS_PAYLOADS
	nvtxEventAttributes_t named = { .version = NVTX_VERSION,
		                        .size = NVTX_EVENT_ATTRIB_STRUCT_SIZE,
		                        .messageType = NVTX_MESSAGE_TYPE_UNICODE,
		                        .message.unicode = L"a\u00e9\u20ac\U0001f600" };
	wchar_t longest[3001];

	for (int i = 0; i < 3000; i++)
		longest[i] = L'x';
	longest[3000] = L'\0';
	nvtxDomainCreateW(L"wide domain");
	nvtxMarkW(L"wide mark");
	nvtxRangeStartW(L"wide start");
	printf("level %d\n", nvtxRangePushW(L"wide push"));
	nvtxRangePushEx(&named);
	nvtxDomainRangePushEx(NULL, &named);
	nvtxDomainRangeStartEx(NULL, &named);
	nvtxRangePushW(longest);
	nvtxRangePushA("narrow");
	nvtxRangePushW((wchar_t[]){ 0xd800, 0x110000, 0 }); /* which are no characters */
#else
	printf("%s: this NVTX has no payloads\n", value);
#endif
	(void)value;
	fflush(stdout);
}

static void step_work(const char *value)
{
	CUdeviceptr memory;
	CUstream stream;

	(void)value;
	if (!has_context)
		return;
	note(cuda.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
	note(cuda.cuMemAlloc(&memory, 1 << 20));
	note(cuda.cuMemcpyHtoDAsync(memory, "x", 1, stream));
	note(cuda.cuStreamSynchronize(stream));
	note(cuda.cuMemFree(memory));
	note(cuda.cuCtxSynchronize());
}

static void *run_thread(void *data)
{
	(void)data;
	step_launch("100");
	return NULL;
}

/* So many threads that launch 100 kernels each, at once. */
static void step_threads(const char *value)
{
	pthread_t thread[64];
	int count = atoi(value);

	for (int i = 0; i < count && i < 64; i++)
		pthread_create(&thread[i], NULL, run_thread, NULL);
	for (int i = 0; i < count && i < 64; i++)
		pthread_join(thread[i], NULL);
}

static void *run_forever(void *running)
{
	step_launch("1");
	atomic_fetch_add((atomic_int *)running, 1);
	for (;;) {
		wait_ms(1);
		step_launch("1");
	}
	return NULL;
}

/* So many threads that go on launching while the program ends. Each has launched before the next
 * step. */
static void step_background(const char *value)
{
	static atomic_int running;
	const int count = atoi(value);
	pthread_t thread;

	for (int i = 0; i < count; i++) {
		pthread_create(&thread, NULL, run_forever, &running);
		pthread_detach(thread);
	}
	while (atomic_load(&running) < count)
		wait_ms(1);
}

static void launch_late(void)
{
	step_launch("2");
}

static void step_atexit_launch(const char *value)
{
	(void)value;
	atexit(launch_late);
}

/* ---- output ---- */

static void step_out(const char *value)
{
	printf("%s\n", value);
	fflush(stdout);
}

static void step_err(const char *value)
{
	fprintf(stderr, "%s\n", value);
}

/* What errno was when main() began: 0, says C. */
static int first_errno;

static void step_errno(const char *value)
{
	(void)value;
	printf("errno %d\n", first_errno);
	fflush(stdout);
}

static void step_env(const char *value)
{
	printf("%s=%s\n", value, getenv(value) ? getenv(value) : "(unset)");
	fflush(stdout);
}

/* The mapped files whose name contains VALUE, each once. */
static void step_maps(const char *value)
{
	char line[4096], last[4096] = "";
	FILE *maps = fopen("/proc/self/maps", "re");

	while (maps && fgets(line, sizeof line, maps)) {
		char *path = strchr(line, '/');

		if (path && strstr(path, value) && strcmp(path, last) != 0)
			printf("mapped %s", strcpy(last, path));
	}
	if (maps)
		fclose(maps);
	fflush(stdout);
}

static void step_count(const char *value)
{
	static int launched;

	step_launch(value);
	launched += atoi(value);
	printf("launched %d\n", launched);
	fflush(stdout);
}

/* ---- time ---- */

static atomic_long skipped_ms, wall_s;

/* Stands in for libc's in the whole process, the collector too: time can be skipped. */
__attribute__((visibility("default"))) int clock_gettime(clockid_t clock, struct timespec *time)
{
	int err = (int)syscall(SYS_clock_gettime, clock, time);

	if (clock == CLOCK_MONOTONIC) {
		time->tv_sec += atomic_load(&skipped_ms) / 1000;
		time->tv_nsec += atomic_load(&skipped_ms) % 1000 * 1000000;
	} else if (clock == CLOCK_REALTIME) {
		time->tv_sec += atomic_load(&wall_s);
	}
	if (time->tv_nsec >= 1000000000) {
		time->tv_nsec -= 1000000000;
		time->tv_sec++;
	}
	return err;
}

/* From now on it is so much later; for nobody who waits in the kernel. */
static void step_skip(const char *value)
{
	atomic_fetch_add(&skipped_ms, atol(value));
}

/* From now on the wall clock is so many seconds ahead of what the kernel will wait for, as if it
 * were set back right after each look. */
static void step_wall(const char *value)
{
	atomic_store(&wall_s, atol(value));
}

/* ---- the disk ---- */

static struct {
	_Atomic int error; /* of writes; 0: none */
	_Atomic int64_t until_ms;
	_Atomic int64_t each_ms; /* that a write takes */
} disk;

static int64_t real_ms(void)
{
	struct timespec now;

	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool disk_fails(void)
{
	if (!disk.error || real_ms() >= disk.until_ms)
		return false;
	errno = disk.error;
	return true;
}

/* These stand in for libc's in the whole process, the collector too. */
__attribute__((visibility("default"))) ssize_t pwrite(int fd, const void *data, size_t bytes,
                                                      off_t offset)
{
	atomic_fetch_add(&skipped_ms, disk.each_ms);
	return disk_fails() ? -1 : (ssize_t)syscall(SYS_pwrite64, fd, data, bytes, offset);
}

__attribute__((visibility("default"))) int fallocate(int fd, int mode, off_t offset, off_t bytes)
{
	return disk_fails() ? -1 : (int)syscall(SYS_fallocate, fd, mode, offset, bytes);
}

static void fail_writes(int error, const char *ms)
{
	disk.until_ms = real_ms() + atol(ms);
	disk.error = error;
}

/* For so many ms from now on. */
static void step_no_room(const char *value)
{
	fail_writes(ENOSPC, value);
}

static void step_bad_disk(const char *value)
{
	fail_writes(EIO, value);
}

/* By the clock, each write takes so long from now on. */
static void step_slow_disk(const char *value)
{
	disk.each_ms = atol(value);
}

static void step_await(const char *value)
{
	while (access(value, F_OK))
		wait_ms(1);
}

/* ---- the process ---- */

static void step_sleep(const char *value)
{
	wait_ms(atol(value));
}

static void step_chdir(const char *value)
{
	if (chdir(value))
		perror(value);
}

/* No more file descriptors than these. */
static void step_files(const char *value)
{
	struct rlimit limit = { (rlim_t)atol(value), (rlim_t)atol(value) };

	setrlimit(RLIMIT_NOFILE, &limit);
}

static void step_close(const char *value)
{
	close(atoi(value));
}

static void step_close_from(const char *value)
{
	closefrom(atoi(value));
}

/* Opens a file of the program's own, which gets the lowest free number, and leaves it open. */
static void step_open(const char *value)
{
	int fd = open(value, O_CREAT | O_RDWR | O_TRUNC, 0666);

	if (fd < 0 || write(fd, "mine\n", 5) != 5)
		perror(value);
}

/* So many files, many-1, many-2 ..., all open. */
static void step_open_many(const char *value)
{
	char name[32];

	for (int i = 1; i <= atoi(value); i++) {
		snprintf(name, sizeof name, "many-%d", i);
		step_open(name);
	}
}

static void step_remove(const char *value)
{
	unlink(value);
}

static void step_setenv(const char *value)
{
	char *name = strdup(value);
	size_t length = strcspn(name, "=");

	name[length] = '\0';
	setenv(name, value + length + (value[length] == '='), 1);
	free(name);
}

static void step_unsetenv(const char *value)
{
	unsetenv(value);
}

static void step_clearenv(const char *value)
{
	(void)value;
	clearenv();
}

/* Writes to stderr, a pipe, until there is no more room. */
static void step_fill_stderr(const char *value)
{
	const int flags = fcntl(STDERR_FILENO, F_GETFL);

	(void)value;
	fcntl(STDERR_FILENO, F_SETFL, flags | O_NONBLOCK);
	while (write(STDERR_FILENO, "x", 1) == 1)
		;
	fcntl(STDERR_FILENO, F_SETFL, flags);
}

/* Steps up to the matching `end` are another process's: takes them off, returns them. */
static char **take_block(void)
{
	char **block = next;
	int depth = 1;

	for (; *next; next++) {
		if (strncmp(*next, "fork", 4) == 0 || strncmp(*next, "spawn", 5) == 0 ||
		    strcmp(*next, "aside") == 0)
			depth++;
		else if (strcmp(*next, "end") == 0 && --depth == 0)
			break;
	}
	if (*next)
		*next++ = NULL;
	return block;
}

static void run_steps(void);

static atomic_int asides; /* that are not done */

static void *run_aside(void *block)
{
	next = block;
	run_steps();
	asides--;
	return NULL;
}

/* Steps on a thread of their own; `join` waits for all of these. */
static void step_aside(const char *value)
{
	char **block = take_block();
	pthread_t thread;

	(void)value;
	asides++;
	if (pthread_create(&thread, NULL, run_aside, block) == 0)
		pthread_detach(thread);
	else
		asides--;
}

static void step_join(const char *value)
{
	(void)value;
	while (asides)
		wait_ms(1);
}

static void *run_cancelled(void *value)
{
	pthread_cancel(pthread_self()); /* takes effect where a thread can be cancelled */
	_exit(atoi(value));
	return NULL;
}

/* _exit() from a thread that somebody cancels. */
static void step_cancelled_exit(const char *value)
{
	pthread_t thread;

	pthread_create(&thread, NULL, run_cancelled, (void *)(uintptr_t)value);
	pthread_join(thread, NULL);
	printf("cancelled\n");
}

static void *run_cancelled_launch(void *launched)
{
	int ignored;

	pthread_cancel(pthread_self());
	step_launch("1");
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &ignored);
	*(bool *)launched = true;
	return NULL;
}

static void step_cancelled_launch(const char *value)
{
	bool launched = false;
	pthread_t thread;

	(void)value;
	pthread_create(&thread, NULL, run_cancelled_launch, &launched);
	pthread_join(thread, NULL);
	printf("%s\n", launched ? "launched" : "cancelled");
	fflush(stdout);
}

/* So many bytes for the stacks of threads that do not say themselves. */
static void step_stack(const char *value)
{
	pthread_attr_t attributes;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, (size_t)atol(value));
	pthread_setattr_default_np(&attributes);
	pthread_attr_destroy(&attributes);
}

static void wait_for(pid_t pid)
{
	int status = 0;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	printf("child %s %d\n", WIFSIGNALED(status) ? "signal" : "exit",
	       WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	fflush(stdout);
}

static void run_steps(void);

/* fork ... end: the steps between are the child's, which then returns from main. The parent waits.
 */
static void step_fork(const char *value)
{
	char **block = take_block(), **rest = next;
	pid_t pid;

	(void)value;
	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		next = block;
		return;
	}
	next = rest;
	wait_for(pid);
}

static void step_vfork(const char *value)
{
	int before;
	pid_t pid;

	fflush(stdout);
	pid = vfork();
	if (pid == 0)
		_exit(atoi(value));
	wait_for(pid);
	pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before);
	if (before != PTHREAD_CANCEL_ENABLE)
		printf("cannot be cancelled\n");
}

static void step_vfork_exec(const char *value)
{
	pid_t pid;

	(void)value;
	fflush(stdout);
	pid = vfork();
	if (pid == 0) {
		execlp("true", "true", NULL);
		_exit(99);
	}
	wait_for(pid);
}

static void step_spawn(const char *value)
{
	char **block = take_block(), *argv[64] = { program };
	pid_t pid = -1;

	(void)value;
	for (int i = 0; block[i] && i < 62; i++)
		argv[i + 1] = block[i];
	fflush(stdout);
	if (posix_spawn(&pid, program, NULL, NULL, argv, environ) == 0)
		wait_for(pid);
}

static void step_exec(const char *value)
{
	char *argv[64] = { program };
	int fd = open(program, O_RDONLY | O_CLOEXEC);

	for (int i = 0; next[i] && i < 62; i++)
		argv[i + 1] = next[i];
	fflush(stdout);
	if (strcmp(value, "execvp") == 0)
		execvp(program, argv);
	else if (strcmp(value, "execve") == 0)
		execve(program, argv, environ);
	else if (strcmp(value, "execvpe") == 0)
		execvpe(program, argv, environ);
	else if (strcmp(value, "fexecve") == 0)
		fexecve(fd, argv, environ);
	else if (strcmp(value, "execl") == 0)
		execl(program, program, argv[1], argv[2], NULL);
	else if (strcmp(value, "execlp") == 0)
		execlp(program, program, argv[1], argv[2], NULL);
	else if (strcmp(value, "execle") == 0)
		execle(program, program, argv[1], argv[2], NULL, environ);
	else
		execv(program, argv);
	perror("exec");
}

static void step_exec_fails(const char *value)
{
	const int result = execl("/no/such/program", value, NULL);

	printf("%d %s\n", result, strerror(errno));
	fflush(stdout);
}

static void step_exit(const char *value)
{
	exit(atoi(value));
}

static void step_Exit(const char *value)
{
	_Exit(atoi(value));
}

static void step_underscore_exit(const char *value)
{
	_exit(atoi(value));
}

static void step_quick_exit(const char *value)
{
	quick_exit(atoi(value));
}

static void step_abort(const char *value)
{
	(void)value;
	abort();
}

static void step_segv(const char *value)
{
	char *page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)value;
	signal(SIGSEGV, SIG_DFL); /* a sanitizer would report it and exit instead */
	*(volatile char *)page = 1;
}

static void step_signal(const char *value)
{
	raise(atoi(value));
}

static void *run_exit(void *data)
{
	exit(atoi(data));
	return NULL;
}

/* exit() from another thread than the first. */
static void step_thread_exit(const char *value)
{
	pthread_t thread;

	pthread_create(&thread, NULL, run_exit, (void *)(uintptr_t)value);
	pthread_join(thread, NULL);
}

static const struct step {
	const char *name;
	void (*run)(const char *value);
} steps[] = {
	{ "init", step_init },
	{ "context", step_context },
	{ "destroy", step_destroy },
	{ "destroy-first", step_destroy_first },
	{ "launch", step_launch },
	{ "graph", step_graph },
	{ "replay", step_replay },
	{ "update-graph", step_update_graph },
	{ "destroy-graph", step_destroy_graph },
	{ "count", step_count },
	{ "function", step_function },
	{ "argument", step_argument },
	{ "cluster", step_cluster },
	{ "blocks", step_blocks },
	{ "capture", step_capture },
	{ "begin-capture", step_begin_capture },
	{ "end-capture", step_end_capture },
	{ "null-launch", step_null_launch },
	{ "loop", step_loop },
	{ "load", step_load },
	{ "nvtx", step_nvtx },
	{ "payload", step_payload },
	{ "push", step_push },
	{ "pop", step_pop },
	{ "start-range", step_start_range },
	{ "end-range", step_end_range },
	{ "profiler", step_profiler },
	{ "wide", step_wide },
	{ "work", step_work },
	{ "threads", step_threads },
	{ "background", step_background },
	{ "atexit-launch", step_atexit_launch },
	{ "out", step_out },
	{ "err", step_err },
	{ "env", step_env },
	{ "maps", step_maps },
	{ "sleep", step_sleep },
	{ "skip", step_skip },
	{ "slow-disk", step_slow_disk },
	{ "wall", step_wall },
	{ "await", step_await },
	{ "no-room", step_no_room },
	{ "bad-disk", step_bad_disk },
	{ "aside", step_aside },
	{ "join", step_join },
	{ "cancelled-exit", step_cancelled_exit },
	{ "cancelled-launch", step_cancelled_launch },
	{ "stack", step_stack },
	{ "setenv", step_setenv },
	{ "unsetenv", step_unsetenv },
	{ "clearenv", step_clearenv },
	{ "chroot", confine_root },
	{ "forbid", confine_calls },
	{ "limit", confine_limit },
	{ "errno", step_errno },
	{ "fill-stderr", step_fill_stderr },
	{ "remove", step_remove },
	{ "chdir", step_chdir },
	{ "files", step_files },
	{ "close", step_close },
	{ "close-from", step_close_from },
	{ "open", step_open },
	{ "open-many", step_open_many },
	{ "fork", step_fork },
	{ "vfork", step_vfork },
	{ "spawn", step_spawn },
	{ "exec", step_exec },
	{ "exec-fails", step_exec_fails },
	{ "vfork-exec", step_vfork_exec },
	{ "exit", step_exit },
	{ "_exit", step_underscore_exit },
	{ "_Exit", step_Exit },
	{ "quick_exit", step_quick_exit },
	{ "thread-exit", step_thread_exit },
	{ "abort", step_abort },
	{ "segv", step_segv },
	{ "signal", step_signal },
	{ .name = NULL },
};

static void run_step(char *word)
{
	size_t length = strcspn(word, "=");
	const char *value = word[length] ? word + length + 1 : "1";

	for (const struct step *step = steps; step->name; step++)
		if (strlen(step->name) == length && strncmp(step->name, word, length) == 0) {
			step->run(value);
			return;
		}
	fprintf(stderr, "app: no such step: %s\n", word);
	exit(99);
}

static void run_steps(void)
{
	while (*next)
		run_step(*next++);
}

int main(int argc, char **argv)
{
	first_errno = errno;
	(void)argc;
	program = argv[0];
	next = argv + 1;
	run_steps();
	if (failed)
		printf("CUDA error %d\n", failed);
	return 0;
}
