/* SPDX-License-Identifier: MIT */
/*
 * Samples of one thread's native code, from a perf event: the kernel writes them into a ring of
 * memory, which outlives its descriptor; that is closed at once, so that there is none that the
 * program could close, count or hand to a child. A forked child does not get the ring, exec and the
 * process's end free it.
 */
#ifndef WARPWISE_SAMPLE_RING_H
#define WARPWISE_SAMPLE_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stacks/native_samples.h"

/* Begins as { 0 }. */
struct sample_ring {
	struct perf_event_mmap_page *page; /* NULL: there is none */
	size_t bytes;                      /* behind that page */
};

struct sample_ring_plan {
	size_t bytes;         /* a power of two of pages */
	uint64_t every_ns;    /* of the thread's running time */
	int most;             /* after so many samples the event ends; 0: never */
	uint32_t stack_bytes; /* of a sample, UNWIND_STACK_BYTES at most */
	uint16_t frames;      /* by frame pointers, NATIVE_FRAMES_MAX at most */
};

/* Bytes that the ring of PLAN takes. */
size_t sample_ring_memory(const struct sample_ring_plan *plan);

/* Samples a thread from here on. Returns 0, or -errno. */
int sample_ring_open(struct sample_ring *ring, uint32_t system_thread_id,
                     const struct sample_ring_plan *plan);
void sample_ring_close(struct sample_ring *ring);

bool sample_ring_has_any(const struct sample_ring *ring);

/* The next sample; false: there is none. APART_NS: CUPTI's timestamp minus the monotonic clock. */
bool sample_ring_read(struct native_sample *sample, const struct sample_ring *ring,
                      int64_t apart_ns);

#endif
