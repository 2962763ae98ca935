/* SPDX-License-Identifier: MIT */
/* The ring of one perf event. Runs on the writer thread, and before main() in the first one. */
#include "stacks/sample_ring.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "host/losses.h"

enum { RECORD_WORDS = 512 }; /* of 8 bytes; ours are shorter */

/* What is sampled, in the order in which the kernel writes it. */
enum {
	SAMPLED = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD |
	          PERF_SAMPLE_CALLCHAIN,
	SAMPLED_TOO = PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER, /* where we can use them */
};
enum { WORD_IP, WORD_TID, WORD_TIME, WORD_PERIOD, WORD_CHAIN_LENGTH, WORD_CHAIN };

/* ---- the event ---- */

static long open_attribute(struct perf_event_attr *what, uint32_t system_thread_id)
{
	return syscall(SYS_perf_event_open, what, system_thread_id, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static int open_event(uint32_t system_thread_id, const struct sample_ring_plan *plan)
{
	struct perf_event_attr what = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof what,
		.config = PERF_COUNT_SW_TASK_CLOCK,
		.sample_period = plan->every_ns,
		.sample_type = SAMPLED,
		.disabled = plan->most != 0,
		.exclude_kernel = 1, /* what everybody may see where perf_event_paranoid is 2 */
		.exclude_hv = 1,
		.exclude_callchain_kernel = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
		.sample_max_stack = plan->frames,
	};
	long fd;

	if (UNWIND_REGISTERS_MASK) {
		what.sample_type |= SAMPLED_TOO;
		what.sample_regs_user = UNWIND_REGISTERS_MASK;
		what.sample_stack_user = plan->stack_bytes;
	}
	fd = open_attribute(&what, system_thread_id);
	if (fd < 0 && errno == EOVERFLOW) { /* kernel.perf_event_max_stack is less */
		what.sample_max_stack = 0;
		fd = open_attribute(&what, system_thread_id);
	}
	return fd < 0 ? -errno : (int)fd;
}

static size_t page_bytes(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

size_t sample_ring_memory(const struct sample_ring_plan *plan)
{
	return page_bytes() + plan->bytes;
}

int sample_ring_open(struct sample_ring *ring, uint32_t system_thread_id,
                     const struct sample_ring_plan *plan)
{
	const int fd = open_event(system_thread_id, plan);
	struct perf_event_mmap_page *page;
	bool is_begun;

	if (fd < 0)
		return fd;
	page = mmap(NULL, page_bytes() + plan->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	is_begun = page != MAP_FAILED &&
	           (!plan->most || ioctl(fd, PERF_EVENT_IOC_REFRESH, plan->most) == 0);
	close(fd);
	if (page == MAP_FAILED)
		return -ENOMEM;
	*ring = (struct sample_ring){ page, plan->bytes };
	/* The program may have closed the descriptor, and opened a file of its own as that. */
	if (is_begun && page->data_offset == page_bytes() && page->data_size == plan->bytes)
		return 0;
	sample_ring_close(ring);
	return -ENOMEM;
}

void sample_ring_close(struct sample_ring *ring)
{
	if (ring->page)
		munmap(ring->page, page_bytes() + ring->bytes);
	*ring = (struct sample_ring){ 0 };
}

/* ---- records ---- */

/* One of a ring, with COUNT words behind its header. */
struct record {
	struct perf_event_header header;
	uint64_t words[RECORD_WORDS];
	size_t count;
};

bool sample_ring_has_any(const struct sample_ring *ring)
{
	return ring->page &&
	       ring->page->data_tail < __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
}

/* The next one of RING; false: there is none. */
static bool read_record(struct record *record, const struct sample_ring *ring)
{
	struct perf_event_mmap_page *page = ring->page;
	const unsigned char *data = (const unsigned char *)page + page_bytes();
	const uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
	const size_t at = page->data_tail % ring->bytes;
	const size_t room = sizeof record->header + sizeof record->words;
	size_t bytes, until_end;

	if (page->data_tail >= head)
		return false;
	memcpy(&record->header, data + at,
	       sizeof record->header); /* they begin at multiples of 8 */
	bytes = record->header.size < room ? record->header.size : room;
	until_end = bytes < ring->bytes - at ? bytes : ring->bytes - at;
	memcpy(record, data + at, until_end);
	memcpy((unsigned char *)record + until_end, data, bytes - until_end);
	record->count = bytes > sizeof record->header
	                        ? (bytes - sizeof record->header) / sizeof *record->words
	                        : 0;
	__atomic_store_n(&page->data_tail,
	                 record->header.size ? page->data_tail + record->header.size : head,
	                 __ATOMIC_RELEASE);
	return true;
}

/* What RECORD has from word AT on: registers, the top of the stack, and how much of it is one; a
 * word before each says what there is. */
static void fill_start(struct unwind_start *start, const struct record *record, size_t at)
{
	const uint64_t *words = record->words;
	size_t bytes;

	start->stack_bytes = 0;
	if (record->count < at + 1 + UNWIND_REGISTERS + 1 || words[at] != PERF_SAMPLE_REGS_ABI_64)
		return;
	memcpy(start->registers, words + at + 1, sizeof start->registers);
	at += 1 + UNWIND_REGISTERS;
	bytes = words[at++];
	if (!bytes || bytes > UNWIND_STACK_BYTES || record->count - at <= bytes / sizeof *words)
		return;
	memcpy(start->stack, words + at, bytes);
	if (words[at + bytes / sizeof *words] <= bytes)
		start->stack_bytes = (uint32_t)words[at + bytes / sizeof *words];
}

/* False: RECORD is none of a sample. */
static bool fill(struct native_sample *sample, const struct record *record, int64_t apart_ns)
{
	const uint64_t *words = record->words, *chain = words + WORD_CHAIN;
	const uint64_t length = words[WORD_CHAIN_LENGTH];

	if (record->header.type != PERF_RECORD_SAMPLE || record->count < WORD_CHAIN ||
	    length > record->count - WORD_CHAIN)
		return false;
	sample->time_ns = words[WORD_TIME] + (uint64_t)apart_ns;
	sample->running_ns = words[WORD_PERIOD];
	sample->depth = 1;
	sample->addresses[0] = (uintptr_t)words[WORD_IP] + 1;
	/* It begins with a mark for "user", and the instruction itself. */
	for (uint64_t i = 0; i < length && sample->depth < NATIVE_FRAMES_MAX; i++)
		if (chain[i] < PERF_CONTEXT_MAX && (i > 1 || chain[i] != words[WORD_IP]))
			sample->addresses[sample->depth++] = (uintptr_t)chain[i];
	fill_start(&sample->start, record, WORD_CHAIN + length);
	return true;
}

bool sample_ring_read(struct native_sample *sample, const struct sample_ring *ring,
                      int64_t apart_ns)
{
	struct record record;

	while (ring->page && read_record(&record, ring)) {
		if (record.header.type == PERF_RECORD_LOST)
			counter_add(COUNTER_dropped_stacks, (int64_t)record.words[1]);
		if (fill(sample, &record, apart_ns))
			return true;
	}
	return false;
}
