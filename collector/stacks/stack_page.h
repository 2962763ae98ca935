/* SPDX-License-Identifier: MIT */
/*
 * Stacks of an interpreter, on their way from whoever samples to the writer thread. The
 * sampler fills one page, which the writer may take at any time without waiting: at the end of the
 * program the sampler may never run again.
 */
#ifndef WARPWISE_STACK_PAGE_H
#define WARPWISE_STACK_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/queue.h"

enum {
	STACK_FRAMES_MAX = 256,
	STACK_TEXT_MAX = 1023, /* of a file's or function's name, in bytes */
};

struct stack_sample {
	uint64_t asked_ns, time_ns; /* CUPTI's timestamps: when it was asked for, and taken */
	uint64_t pause_ns;          /* of a call: since the thread's call before */
	uint32_t correlation_id;    /* of the call that the stack makes; 0: sampled by time */
	uint32_t system_thread_id;
	uint32_t depth;
	uint32_t is_late; /* the thread may have come to this place only while we waited */
};

/* One frame. The texts are in the page, and valid as long as it is. */
struct stack_frame {
	const char *file, *function; /* each ends with a 0 */
	int32_t line;                /* 0: unknown */
};

/* ---- whoever samples: one thread at a time ---- */

/* Begins a stack, adds its frames, the innermost first, and hands it over. A frame that has no
 * room, and all that follow, are counted and left out. QUEUE's reader takes full pages. */
void stack_page_begin(const struct stack_sample *sample); /* its depth is not used */
bool stack_page_add(const struct stack_frame *frame);     /* false: no more will do */
void stack_page_end(struct queue *queue);

/* ---- the writer thread ---- */

/* What there is in the page that is being filled; the caller frees it. NULL: nothing. */
struct item *stack_page_take(void);
/* A page was freed. */
void stack_page_freed(void);

/* Where to read on in ITEM; begins as { .item = ITEM }. */
struct stack_reader {
	const struct item *item;
	size_t at;
	uint32_t frames; /* of the sample that are not read yet */
};

/* False after the last. */
bool stack_read_sample(struct stack_reader *reader, struct stack_sample *sample);
bool stack_read_frame(struct stack_reader *reader, struct stack_frame *frame);

#endif
