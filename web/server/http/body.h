/* SPDX-License-Identifier: MIT */
/*
 * The body of a request while it arrives: in memory while it is small, then in a file without a
 * name, so that many slow or large uploads take no memory. One thread at a time.
 */
#ifndef WARPWISE_SERVER_BODY_H
#define WARPWISE_SERVER_BODY_H

#include <stdbool.h>

#include "server/base/buffer.h"

struct body {
	struct buffer memory;
	int fd; /* -1: in memory */
	size_t size;
	void *mapping;
};

void body_init(struct body *body);
void body_release(struct body *body);

/* DIRECTORY is for the file. 0, -ENOSPC, -ENOMEM or -EIO. */
int body_add(struct body *body, const void *bytes, size_t size, const char *directory);

/* All of it, until body_release(); "" while it is empty. NULL: it could not be read. */
const void *body_bytes(struct body *body);

#endif
