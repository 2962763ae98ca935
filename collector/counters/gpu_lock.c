/* SPDX-License-Identifier: MIT */
/*
 * The lock is a socket in the abstract namespace, named for the GPU: the name is free again when
 * the process ends, however it does, no file stays, and it needs no permission. Nobody listens on
 * it. Runs in the program's threads, as contexts are created.
 */
#include "counters/gpu_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "cupti/api.h"
#include "host/driver.h"
#include "host/log.h"

#define MESSAGE                                                                                \
	"another process measures this GPU, and one at a time can: record them one after the " \
	"other"

enum { DEVICES = 64, GPU_NAME_MAX = 64, SOCKET_FD_MIN = 512 /* above what programs count on */ };

enum state { UNASKED, OURS, TAKEN };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Atomic enum state states[DEVICES];
static atomic_int_least64_t refused[DEVICES]; /* contexts */
static struct {
	int fd;
	dev_t filesystem; /* the program may have closed it, and use its number */
	ino_t inode;      /* 0: there is none */
} sockets[DEVICES];

/* A forked child that lives on does not measure. */
static void close_in_child(void)
{
	struct stat st;

	for (int i = 0; i < DEVICES; i++)
		if (atomic_load(&states[i]) == OURS && sockets[i].inode &&
		    fstat(sockets[i].fd, &st) == 0 && st.st_ino == sockets[i].inode &&
		    st.st_dev == sockets[i].filesystem)
			close(sockets[i].fd);
}

/* Binds a socket to NAME. Returns it, -EADDRINUSE, or another -errno where there are no such
 * sockets. */
static int bind_name(const char *name)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	/* The first byte of the path is 0. */
	const int length = snprintf(address.sun_path + 1, sizeof address.sun_path - 1,
	                            "warpwise/measures/%s", name);
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0), high;

	if (fd < 0)
		return -errno;
	if (bind(fd, (const struct sockaddr *)&address,
	         (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length))) {
		int err = -errno;

		close(fd);
		return err;
	}
	high = fcntl(fd, F_DUPFD_CLOEXEC, SOCKET_FD_MIN);
	if (high < 0)
		return fd;
	close(fd);
	return high;
}

static enum state ask(uint32_t device)
{
	static bool has_handler;
	char name[GPU_NAME_MAX];
	struct stat st;
	int fd;

	if (driver_gpu_name((int)device, name, sizeof name))
		return OURS; /* nothing that others could know it by */
	fd = bind_name(name);
	if (fd == -EADDRINUSE)
		return TAKEN;
	if (fd >= 0 && fstat(fd, &st) == 0) {
		sockets[device].fd = fd;
		sockets[device].filesystem = st.st_dev;
		sockets[device].inode = st.st_ino;
		if (!has_handler)
			pthread_atfork(NULL, NULL, close_in_child);
		has_handler = true;
	}
	return OURS;
}

bool gpu_lock(CUcontext context)
{
	uint32_t device = 0;
	enum state state;

	if (!cupti.cuptiGetDeviceId || cupti.cuptiGetDeviceId(context, &device) != CUPTI_SUCCESS ||
	    device >= DEVICES)
		return true;
	pthread_mutex_lock(&mutex);
	state = atomic_load(&states[device]);
	if (state == UNASKED) {
		state = ask(device);
		atomic_store(&states[device], state);
		if (state == TAKEN)
			log_line("GPU %u is not measured: " MESSAGE, device);
	}
	pthread_mutex_unlock(&mutex);
	if (state == TAKEN)
		atomic_fetch_add(&refused[device], 1);
	return state == OURS;
}

void gpu_lock_each_taken(diagnostic_fn *write, void *data)
{
	char subject[32];

	for (int i = 0; i < DEVICES; i++) {
		const int64_t count = atomic_load(&refused[i]);

		if (!count)
			continue;
		snprintf(subject, sizeof subject, "device %d", i);
		write(data, "measured-elsewhere", subject, SEVERITY_WARNING, count,
		      "warp stalls and counters are not recorded: " MESSAGE);
	}
}
