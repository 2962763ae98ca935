/* SPDX-License-Identifier: MIT */
/*
 * There are two locks, since neither is seen everywhere; who does not get one of them does not
 * measure. Both are free again when the process ends, however it does, leave no file and need no
 * permission. Runs in the program's threads, as contexts are created.
 *
 * A socket in the abstract namespace, named for the GPU, on which nobody listens: seen by all that
 * share a network namespace, so not from one container in another.
 *
 * A byte of the driver's library, chosen by the GPU's name. A container gets that file from the
 * host, since it must fit the kernel's driver, and a lock is of the file, whatever its path. It may
 * only be read, so that the lock is a shared one: who finds another's beside his own is too late.
 * Two that come at the same moment may both find so. Not seen where a container has a driver
 * library of its own (CUDA's forward compatibility package), or has it from another machine.
 */
#include "counters/gpu_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/un.h>
#include <unistd.h>

#include "cupti/api.h"
#include "host/driver.h"
#include "host/fnv1a.h"
#include "host/log.h"

#define MESSAGE                                                                                \
	"another process measures this GPU, and one at a time can: record them one after the " \
	"other"

enum { DEVICES = 64, GPU_NAME_MAX = 64, FD_MIN = 512 /* above what programs count on */ };

enum state { UNASKED, OURS, TAKEN };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Atomic enum state states[DEVICES];
static atomic_int_least64_t refused[DEVICES]; /* contexts */
/* What holds a lock while it is open. */
struct holder {
	int fd;
	dev_t filesystem; /* the program may have closed it, and use its number */
	ino_t inode;      /* 0: there is none */
};

static struct holder sockets[DEVICES], files[DEVICES];

static void let_go(const struct holder *holder)
{
	struct stat st;

	if (holder->inode && fstat(holder->fd, &st) == 0 && st.st_ino == holder->inode &&
	    st.st_dev == holder->filesystem)
		close(holder->fd);
}

/* A forked child that lives on does not measure. */
static void close_in_child(void)
{
	for (int i = 0; i < DEVICES; i++)
		if (atomic_load(&states[i]) == OURS) {
			let_go(&sockets[i]);
			let_go(&files[i]);
		}
}

/* FD is HOLDER's from now on, far up; or, where it is an error, nothing. */
static void hold(struct holder *holder, int fd)
{
	struct stat st;
	int high;

	if (fd < 0)
		return;
	high = fcntl(fd, F_DUPFD_CLOEXEC, FD_MIN);
	if (high >= 0)
		close(fd);
	*holder = (struct holder){ .fd = high < 0 ? fd : high };
	if (fstat(holder->fd, &st))
		return;
	holder->filesystem = st.st_dev;
	holder->inode = st.st_ino;
}

/* ---- the socket ---- */

/* Binds a socket to NAME. Returns it, -EADDRINUSE, or another -errno where there are no such
 * sockets. */
static int bind_name(const char *name)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	/* The first byte of the path is 0. */
	const int length = snprintf(address.sun_path + 1, sizeof address.sun_path - 1,
	                            "warpwise/measures/%s", name);
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return -errno;
	if (bind(fd, (const struct sockaddr *)&address,
	         (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length))) {
		int err = -errno;

		close(fd);
		return err;
	}
	return fd;
}

/* ---- the file ---- */

/* Not in the kernel's headers. */
#define BCACHEFS_MAGIC 0xca451a4e
#define ZFS_MAGIC      0x2fc12fc1

/* A lock of a file on another machine may make us wait for that. */
static bool is_local(int fd)
{
	static const unsigned local[] = { EXT4_SUPER_MAGIC,  XFS_SUPER_MAGIC,
		                          BTRFS_SUPER_MAGIC, OVERLAYFS_SUPER_MAGIC,
		                          TMPFS_MAGIC,       SQUASHFS_MAGIC,
		                          F2FS_SUPER_MAGIC,  EROFS_SUPER_MAGIC_V1,
		                          ZFS_MAGIC,         BCACHEFS_MAGIC };
	struct statfs filesystem;

	if (fstatfs(fd, &filesystem))
		return false;
	for (size_t i = 0; i < sizeof local / sizeof *local; i++)
		if ((unsigned)filesystem.f_type == local[i])
			return true;
	return false;
}

static off_t byte_of(const char *name)
{
	return (off_t)(fnv1a(name, strlen(name)) >> 2);
}

/* Locks the byte of NAME in the driver's library. Returns its descriptor, -EADDRINUSE, or another
 * -errno where there are no such locks. */
static int lock_file(const char *name)
{
	struct flock ours = { .l_type = F_RDLCK, .l_start = byte_of(name), .l_len = 1 };
	struct flock others = { .l_type = F_WRLCK, .l_start = ours.l_start, .l_len = 1 };
	const char *path = driver_path();
	int err, fd = path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;

	if (fd < 0)
		return path ? -errno : -ENOENT;
	if (!is_local(fd))
		err = -EREMOTE;
	else if (fcntl(fd, F_OFD_SETLK, &ours) || fcntl(fd, F_OFD_GETLK, &others))
		err = -errno;
	else
		err = others.l_type == F_UNLCK ? 0 : -EADDRINUSE;
	if (!err)
		return fd;
	close(fd);
	return err;
}

/* ---- both ---- */

static enum state ask(uint32_t device)
{
	static bool has_handler;
	char name[GPU_NAME_MAX];
	int socket_fd, file_fd;

	if (driver_gpu_name((int)device, name, sizeof name))
		return OURS; /* nothing that others could know it by */
	socket_fd = bind_name(name);
	file_fd = socket_fd == -EADDRINUSE ? -EADDRINUSE : lock_file(name);
	if (file_fd == -EADDRINUSE) {
		if (socket_fd >= 0)
			close(socket_fd);
		return TAKEN;
	}
	hold(&sockets[device], socket_fd);
	hold(&files[device], file_fd);
	if (!has_handler)
		pthread_atfork(NULL, NULL, close_in_child);
	has_handler = true;
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
