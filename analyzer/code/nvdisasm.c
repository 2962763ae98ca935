/* SPDX-License-Identifier: MIT */
/* nvdisasm: where it is, and how it is run. Any thread. */
#include "code/nvdisasm.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

enum {
	CPU_SECONDS_MAX = 60, /* the deadline comes first; this one holds if we are killed */
	CHILD_CUBIN = 3,      /* its file descriptor there */
	READ_BYTES = 1 << 16,
	FIRST_BYTES = 1 << 18,
};

/* ---- where it is ---- */

/* Whether FOLDER/NAME can be run; it is in PROGRAM then. */
static bool is_there(char program[PATH_MAX], const char *folder, size_t length, const char *name)
{
	const int written = snprintf(program, PATH_MAX, "%.*s/%s", (int)length, folder, name);

	return length && *folder == '/' && written > 0 && written < PATH_MAX &&
	       access(program, X_OK) == 0;
}

static bool is_on_path(char program[PATH_MAX], const char *name)
{
	const char *folder = getenv("PATH");

	while (folder && *folder) {
		const size_t length = strcspn(folder, ":");

		if (length < PATH_MAX && is_there(program, folder, length, name))
			return true;
		folder += length + (folder[length] == ':');
	}
	return false;
}

static bool is_in_variable(char program[PATH_MAX], const char *variable)
{
	const char *home = getenv(variable);
	char folder[PATH_MAX];

	if (!home || strlen(home) > PATH_MAX - sizeof "/bin")
		return false;
	snprintf(folder, sizeof folder, "%s/bin", home);
	return is_there(program, folder, strlen(folder), "nvdisasm");
}

static bool is_beside_nvcc(char program[PATH_MAX])
{
	char nvcc[PATH_MAX], whole[PATH_MAX];

	if (!is_on_path(nvcc, "nvcc") || !realpath(nvcc, whole))
		return false;
	return is_there(program, whole, (size_t)(strrchr(whole, '/') - whole), "nvdisasm");
}

void nvdisasm_find(char program[PATH_MAX])
{
	static const char usual[] = "/usr/local/cuda/bin";
	const char *named = getenv("WARPWISE_NVDISASM");

	if (named)
		snprintf(program, PATH_MAX, "%s", named);
	else if (!is_on_path(program, "nvdisasm") && !is_in_variable(program, "CUDA_HOME") &&
	         !is_in_variable(program, "CUDA_PATH") && !is_beside_nvcc(program) &&
	         !is_there(program, usual, strlen(usual), "nvdisasm"))
		*program = '\0';
}

/* ---- running it ---- */

static void limit(int resource, rlim_t value)
{
	setrlimit(resource, &(struct rlimit){ value, value });
}

/* In the child of a process that may have threads: nothing but system calls. */
_Noreturn static void become(const char *program, char *const arguments[], int cubin, int out)
{
	static char path[] = "PATH=/usr/local/bin:/usr/bin:/bin", locale[] = "LC_ALL=C";
	static char *const environment[] = { path, locale, NULL };
	const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
	/* Numbers above those that they will have. */
	const int from_out = fcntl(out, F_DUPFD_CLOEXEC, CHILD_CUBIN + 1);
	const int from_cubin = fcntl(cubin, F_DUPFD_CLOEXEC, CHILD_CUBIN + 1);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_FSIZE, 0);
	limit(RLIMIT_CPU, CPU_SECONDS_MAX);
	limit(RLIMIT_AS, (rlim_t)NVDISASM_MEMORY_MAX_MB << 20);
	if (nothing >= 0 && dup2(nothing, 0) == 0 && dup2(nothing, 2) == 2 &&
	    dup2(from_out, 1) == 1 && dup2(from_cubin, CHILD_CUBIN) == CHILD_CUBIN)
		execve(program, arguments, environment);
	_exit(127);
}

/* What comes from OUT until it ends, into *TEXT. Returns 0 or why that is not all. */
static int read_all(int out, int64_t deadline_ns, char **text, size_t *size)
{
	size_t room = 0;

	for (;;) {
		const int64_t left_ns = deadline_ns - monotonic_ns();
		struct pollfd wait = { .fd = out, .events = POLLIN };
		ssize_t got;

		if (left_ns <= 0 || poll(&wait, 1, (int)(left_ns / 1000000) + 1) == 0)
			return -ETIMEDOUT;
		if (room - *size < READ_BYTES) {
			const size_t more = room ? 2 * room : FIRST_BYTES;
			char *grown = more <= 2 * (size_t)NVDISASM_OUTPUT_MAX ? realloc(*text, more)
			                                                      : NULL;

			if (!grown)
				return *size < NVDISASM_OUTPUT_MAX ? -ENOMEM : -EFBIG;
			*text = grown;
			room = more;
		}
		got = read(out, *text + *size, READ_BYTES);
		if (got < 0 && errno != EINTR)
			return -EIO;
		if (got == 0)
			return 0;
		*size += got > 0 ? (size_t)got : 0;
		if (*size > NVDISASM_OUTPUT_MAX)
			return -EFBIG;
	}
}

/* How it ended: ERR, or 0, -EIO or -ETIMEDOUT. With an ERR it is no longer wanted. */
static int end(pid_t pid, int64_t deadline_ns, int err)
{
	int status = 0;
	pid_t ended;

	for (;;) {
		if (err)
			kill(pid, SIGKILL);
		ended = waitpid(pid, &status, err ? 0 : WNOHANG);
		if (ended == pid)
			break;
		if (ended < 0 && errno != EINTR)
			return err ? err : -EIO;
		if (!err && monotonic_ns() >= deadline_ns)
			err = -ETIMEDOUT;
		else if (!err)
			poll(NULL, 0, 1);
	}
	return err ? err : WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -EIO;
}

/* A file in memory with these bytes; -1: there can be none. */
static int memory_file(const void *bytes, size_t size)
{
	const int file = memfd_create("cubin", MFD_CLOEXEC);
	size_t written = 0;

	while (file >= 0 && written < size) {
		const ssize_t got = write(file, (const char *)bytes + written, size - written);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0) {
			close(file);
			return -1;
		}
		written += (size_t)got;
	}
	return file;
}

int nvdisasm_run(const char *program, const struct nvdisasm_code *code, int64_t deadline_ns,
                 char **listing, size_t *size)
{
	char name[] = "nvdisasm", code_alone[] = "-c", function[] = "-fun", number[16];
	char file[] = "/proc/self/fd/3";
	char *all[] = { name, code_alone, file, NULL },
	     *one[] = { name, code_alone, function, number, file, NULL };
	int memory = memory_file(code->cubin, code->size), out[2] = { -1, -1 }, err = -EIO;
	pid_t pid = -1;

	*listing = NULL;
	*size = 0;
	snprintf(number, sizeof number, "%u", (unsigned)code->symbol);
	if (memory >= 0 && pipe2(out, O_CLOEXEC) == 0)
		pid = fork();
	if (pid == 0)
		become(program, code->symbol ? one : all, memory, out[1]);
	if (out[1] >= 0)
		close(out[1]);
	if (pid > 0) {
		err = read_all(out[0], deadline_ns, listing, size);
		err = end(pid, deadline_ns, err);
	}
	if (out[0] >= 0)
		close(out[0]);
	if (memory >= 0)
		close(memory);
	if (err) {
		free(*listing);
		*listing = NULL;
		*size = 0;
	}
	return err;
}
