/* SPDX-License-Identifier: MIT */
/*
 * The pool. buffers_take() runs in CUPTI's callback on any thread, buffers_give_back() on the
 * writer thread, or in the callback where CUPTI gives back an empty one.
 *
 * Free buffers form a stack of indices. Its head also carries a count of changes, so that a buffer
 * which is taken and given back between another thread's read and write of the head is noticed (the
 * ABA problem).
 */
#include "timeline/buffers.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "host/losses.h"

enum {
	BUFFERS_MAX = 1 << 16,
	HEADER_BYTES = 4096 /* struct buffer stands before its data; keeps it aligned */
};

static _Atomic(struct buffer *) all[BUFFERS_MAX];
static _Atomic uint64_t
        free_head;            /* low half: index + 1 of the first free one; high half: changes */
static _Atomic uint32_t made; /* buffers mapped, or tried to */
static atomic_uint lent;      /* to CUPTI */
static uint32_t made_max;
static size_t buffer_bytes;

_Static_assert(sizeof(struct buffer) <= HEADER_BYTES, "the header must hold struct buffer");

void buffers_init(size_t size, size_t cap)
{
	buffer_bytes = size;
	made_max = cap / size < 2             ? 2
	           : cap / size > BUFFERS_MAX ? BUFFERS_MAX
	                                      : (uint32_t)(cap / size);
}

size_t buffers_size(void)
{
	return buffer_bytes;
}

static struct buffer *pop(void)
{
	uint64_t head = atomic_load_explicit(&free_head, memory_order_acquire);
	struct buffer *buffer;
	uint64_t next;

	do {
		if (!(uint32_t)head)
			return NULL;
		buffer = atomic_load_explicit(&all[(uint32_t)head - 1], memory_order_relaxed);
		next = ((head >> 32) + 1) << 32 |
		       __atomic_load_n(&buffer->next_free, __ATOMIC_RELAXED);
	} while (!atomic_compare_exchange_weak_explicit(
	        &free_head, &head, next, memory_order_acquire, memory_order_acquire));
	return buffer;
}

static struct buffer *map_new(void)
{
	uint32_t index = atomic_load_explicit(&made, memory_order_relaxed);
	struct buffer *buffer;

	do
		if (index >= made_max)
			return NULL;
	while (!atomic_compare_exchange_weak(&made, &index, index + 1));
	buffer = mmap(NULL, HEADER_BYTES + buffer_bytes, PROT_READ | PROT_WRITE,
	              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (buffer == MAP_FAILED) {
		/* There may be memory later; if another place was taken since, this one stays
		 * empty. */
		index++;
		atomic_compare_exchange_strong(&made, &index, index - 1);
		return NULL;
	}
	buffer->item.type = ITEM_BUFFER;
	buffer->index = index;
	buffer->data = (uint8_t *)buffer + HEADER_BYTES;
	all[index] = buffer;
	return buffer;
}

struct buffer *buffers_take(void)
{
	struct buffer *buffer = pop();

	if (!buffer)
		buffer = map_new();
	if (buffer)
		atomic_fetch_add(&lent, 1);
	else
		counter_add(COUNTER_declined_buffers, 1);
	return buffer;
}

/*
 * What was filled stays in memory, for the next time; the pages behind it are given up, whatever is
 * in them, and come back zero when they are written. To give up all of it makes no difference to
 * what a launch takes (H200, medians of 16 runs).
 */
static void make_zero(const struct buffer *buffer)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uint8_t *end = buffer->data + buffer_bytes;
	uint8_t *filled = buffer->data + buffer->valid_bytes;

	filled += -(uintptr_t)filled % page;
	if (filled >= end || madvise(filled, (size_t)(end - filled), MADV_DONTNEED))
		filled = end; /* locked memory cannot be given up */
	memset(buffer->data, 0, (size_t)(filled - buffer->data));
}

void buffers_give_back(struct buffer *buffer)
{
	uint64_t head = atomic_load_explicit(&free_head, memory_order_relaxed);
	uint64_t next;

	make_zero(buffer);
	do {
		__atomic_store_n(&buffer->next_free, (uint32_t)head, __ATOMIC_RELAXED);
		next = ((head >> 32) + 1) << 32 | (buffer->index + 1);
	} while (!atomic_compare_exchange_weak_explicit(
	        &free_head, &head, next, memory_order_release, memory_order_relaxed));
}

struct buffer *buffers_come_back(uint8_t *data)
{
	const uint32_t count = atomic_load(&made);

	for (uint32_t i = 0; i < count && i < made_max; i++) {
		struct buffer *buffer = atomic_load(&all[i]);

		if (buffer && (uint8_t *)buffer + HEADER_BYTES == data) {
			atomic_fetch_sub(&lent, 1);
			return buffer;
		}
	}
	return NULL;
}

bool buffers_are_short(void)
{
	return atomic_load(&lent) > made_max / 2;
}
