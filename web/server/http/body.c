/* SPDX-License-Identifier: MIT */
/* The body of a request while it arrives. One thread at a time. */
#include "server/http/body.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "server/http/limits.h"

void body_init(struct body *body)
{
	*body = (struct body){ .fd = -1 };
}

void body_release(struct body *body)
{
	if (body->mapping)
		munmap(body->mapping, body->size);
	if (body->fd >= 0)
		close(body->fd);
	buffer_release(&body->memory);
	body_init(body);
}

static int write_all(int fd, const char *bytes, size_t size)
{
	while (size) {
		const ssize_t written = write(fd, bytes, size);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			return errno == ENOSPC || errno == EDQUOT ? -ENOSPC : -EIO;
		bytes += written;
		size -= (size_t)written;
	}
	return 0;
}

int body_add(struct body *body, const void *bytes, size_t size, const char *directory)
{
	int err = 0;

	if (body->fd < 0 && body->size + size > LIMIT_BODY_MEMORY) {
		body->fd = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
		if (body->fd < 0)
			return errno == ENOSPC ? -ENOSPC : -EIO;
		err = write_all(body->fd, body->memory.bytes, body->memory.size);
		buffer_release(&body->memory);
	}
	if (!err && body->fd >= 0)
		err = write_all(body->fd, bytes, size);
	else if (!err)
		buffer_add(&body->memory, bytes, size);
	body->size += size;
	return err ? err : body->memory.err;
}

const void *body_bytes(struct body *body)
{
	void *mapping;

	if (body->fd < 0)
		return body->size ? body->memory.bytes : "";
	if (!body->mapping) {
		mapping = mmap(NULL, body->size, PROT_READ, MAP_PRIVATE, body->fd, 0);
		body->mapping = mapping == MAP_FAILED ? NULL : mapping;
	}
	return body->mapping;
}
