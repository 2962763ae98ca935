/* SPDX-License-Identifier: MIT */
/*
 * The memory that CUPTI writes records into: a pool of equal buffers, mapped when first needed,
 * never returned, capped. Taking and giving back are lock-free. A buffer that is taken is zero:
 * else CUPTI would make it so, in the thread of the program that needs it.
 */
#ifndef WARPWISE_BUFFERS_H
#define WARPWISE_BUFFERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/queue.h"

struct buffer {
	struct item item;   /* ITEM_BUFFER */
	uint32_t next_free; /* index + 1 in the pool; 0: last */
	uint32_t index;
	size_t valid_bytes; /* what CUPTI filled */
	uint8_t *data;
};

/* Call once, before the first callback. SIZE: bytes of a buffer; CAP: bytes of all. */
void buffers_init(size_t size, size_t cap);

/* Bytes of each buffer. */
size_t buffers_size(void);

/* A free buffer for CUPTI, all zero, or NULL at the cap (counted). */
struct buffer *buffers_take(void);

/* Takes as long as it takes to make it zero, which valid_bytes tells. */
void buffers_give_back(struct buffer *buffer);

/* The buffer whose data CUPTI had, and hands back; NULL: it is none of ours. */
struct buffer *buffers_come_back(uint8_t *data);

/* Whether CUPTI has more than half of all that there may be. */
bool buffers_are_short(void);

#endif
