/* SPDX-License-Identifier: MIT */
/* Samples native code with perf events. Runs on the writer thread. */
#include "stacks/native_samples.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "cupti/api.h"
#include "host/clock.h"
#include "host/losses.h"
#include "host/recording.h"
#include "stacks/feeders.h"
#include "stacks/perf_permit.h"
#include "stacks/python_sampler.h"

enum {
	THREADS_MAX = 64,     /* that are sampled at once */
	RING_BYTES = 1 << 17, /* 47 samples of 64 frames */
	READ_AFTER = 20,      /* samples: as many have room once more until they are read */
	RECORD_WORDS = 384,   /* of 8 bytes; ours are shorter */
	KEPT_MAX = 200,       /* pages: 20 s of one thread, 4,000 samples of 3 KiB */
	LOCKED_PART = 8,      /* of the memory that may be locked, one is for rings at most */
	LOOK_MS = 50,         /* how often new threads are looked for */
	SECOND_NS = 1000000000,
};

/* What is sampled, in the order in which the kernel writes it. */
enum {
	SAMPLED = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD |
	          PERF_SAMPLE_CALLCHAIN,
	SAMPLED_TOO = PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER, /* where we can use them */
};
enum { WORD_IP, WORD_TID, WORD_TIME, WORD_PERIOD, WORD_CHAIN_LENGTH, WORD_CHAIN };

struct thread {
	uint32_t system_thread_id;         /* 0: the place is free */
	struct perf_event_mmap_page *ring; /* NULL: it could not be sampled */
};

static struct thread threads[THREADS_MAX];
static bool is_refused; /* perf events are not for us */
static size_t page_bytes;

/* ---- one thread ---- */

static int open_event(uint32_t system_thread_id)
{
	struct perf_event_attr what = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof what,
		.config = PERF_COUNT_SW_TASK_CLOCK,
		.sample_period =
		        (uint64_t)(SECOND_NS / recording.settings.number[SETTING_ID_host_hz]),
		.sample_type = SAMPLED,
		.exclude_kernel = 1, /* what everybody may see where perf_event_paranoid is 2 */
		.exclude_hv = 1,
		.exclude_callchain_kernel = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
		.sample_max_stack = NATIVE_FRAMES_MAX,
	};
	long fd;

	if (UNWIND_REGISTERS_MASK) {
		what.sample_type |= SAMPLED_TOO;
		what.sample_regs_user = UNWIND_REGISTERS_MASK;
		what.sample_stack_user = UNWIND_STACK_BYTES;
	}
	fd = syscall(SYS_perf_event_open, &what, system_thread_id, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0 && errno == EOVERFLOW) { /* kernel.perf_event_max_stack is less */
		what.sample_max_stack = 0;
		fd = syscall(SYS_perf_event_open, &what, system_thread_id, -1, -1,
		             PERF_FLAG_FD_CLOEXEC);
	}
	return fd < 0 ? -errno : (int)fd;
}

/* The ring of FD, which is closed; NULL: there is none. */
static struct perf_event_mmap_page *map_ring(int fd)
{
	struct perf_event_mmap_page *ring =
	        mmap(NULL, page_bytes + RING_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	close(fd);
	if (ring == MAP_FAILED)
		return NULL;
	/* The program may have closed the descriptor, and opened a file of its own as that. */
	if (ring->data_offset == page_bytes && ring->data_size == RING_BYTES)
		return ring;
	munmap(ring, page_bytes + RING_BYTES);
	return NULL;
}

/* Whether FD says that no thread can be sampled, rather than this one. */
static bool is_refusal(int fd)
{
	return fd < 0 && fd != -ESRCH && fd != -EMFILE && fd != -ENFILE && fd != -ENOMEM;
}

static void begin_thread(struct thread *thread, uint32_t system_thread_id)
{
	const int fd = perf_permit() ? open_event(system_thread_id) : -EPERM;

	*thread = (struct thread){ .system_thread_id = system_thread_id };
	if (fd >= 0)
		thread->ring = map_ring(fd);
	if (thread->ring || fd == -ESRCH)
		return;
	is_refused = is_refusal(fd);
	counter_add(is_refused ? COUNTER_no_perf_events : COUNTER_unsampled_threads, 1);
}

static void end_thread(struct thread *thread)
{
	if (thread->ring)
		munmap(thread->ring, page_bytes + RING_BYTES);
	*thread = (struct thread){ 0 };
}

/* ---- samples ---- */

/* One of a ring, with COUNT words behind its header. */
struct record {
	struct perf_event_header header;
	uint64_t words[RECORD_WORDS];
	size_t count;
};

/* The next one of RING; false: there is none. */
static bool read_record(struct record *record, struct perf_event_mmap_page *ring)
{
	const unsigned char *data = (const unsigned char *)ring + page_bytes;
	const uint64_t head = __atomic_load_n(&ring->data_head, __ATOMIC_ACQUIRE);
	const size_t at = ring->data_tail % RING_BYTES;
	const size_t room = sizeof record->header + sizeof record->words;
	size_t bytes, until_end;

	if (ring->data_tail >= head)
		return false;
	memcpy(&record->header, data + at,
	       sizeof record->header); /* they begin at multiples of 8 */
	bytes = record->header.size < room ? record->header.size : room;
	until_end = bytes < RING_BYTES - at ? bytes : RING_BYTES - at;
	memcpy(record, data + at, until_end);
	memcpy((unsigned char *)record + until_end, data, bytes - until_end);
	record->count = bytes > sizeof record->header
	                        ? (bytes - sizeof record->header) / sizeof *record->words
	                        : 0;
	__atomic_store_n(&ring->data_tail,
	                 record->header.size ? ring->data_tail + record->header.size : head,
	                 __ATOMIC_RELEASE);
	return true;
}

/* CUPTI's timestamp minus the monotonic clock. */
static int64_t clocks_apart_ns(void)
{
	return (int64_t)cupti_timestamp() - clock_ns();
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

static void read_ring(const struct thread *thread, struct native_sample_page *page,
                      int64_t apart_ns)
{
	struct record record;

	while (page->count < NATIVE_SAMPLES_MAX && read_record(&record, thread->ring)) {
		struct native_sample *sample = &page->samples[page->count];

		if (record.header.type == PERF_RECORD_LOST)
			counter_add(COUNTER_dropped_stacks, (int64_t)record.words[1]);
		sample->system_thread_id = thread->system_thread_id;
		page->count += fill(sample, &record, apart_ns);
	}
}

static bool has_any(void)
{
	for (int i = 0; i < THREADS_MAX; i++) {
		struct perf_event_mmap_page *ring = threads[i].ring;

		if (ring && ring->data_tail < __atomic_load_n(&ring->data_head, __ATOMIC_ACQUIRE))
			return true;
	}
	return false;
}

/* ---- which threads ---- */

static bool is_alive(uint32_t system_thread_id)
{
	return syscall(SYS_tgkill, getpid(), system_thread_id, 0) == 0;
}

static struct thread *find(uint32_t system_thread_id)
{
	for (int i = 0; i < THREADS_MAX; i++)
		if (threads[i].system_thread_id == system_thread_id)
			return &threads[i];
	return NULL;
}

static void end_the_dead(void)
{
	for (int i = 0; i < THREADS_MAX; i++)
		if (threads[i].system_thread_id && !is_alive(threads[i].system_thread_id))
			end_thread(&threads[i]);
}

/*
 * A place for a thread; NULL: there is no room. Rings count as locked memory of the user, which
 * io_uring's and others' buffers are taken from as well: these would fail where it is used up.
 */
static struct thread *find_place(void)
{
	struct thread *place = find(0);
	struct rlimit limit;

	if (place && getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
	    limit.rlim_cur / LOCKED_PART / (page_bytes + RING_BYTES) <= (rlim_t)(place - threads))
		return NULL;
	return place;
}

static void begin_new_ones(void)
{
	static bool has_been_full;
	uint32_t id;

	for (int i = 0; feeders_get(i, &id) && !is_refused; i++) {
		struct thread *place = find_place();

		if (!id || find(id) || !is_alive(id))
			continue;
		if (place)
			begin_thread(place, id);
		else if (!has_been_full)
			counter_add(COUNTER_unsampled_threads, 1);
		has_been_full |= !place;
	}
}

/* ---- the writer thread ---- */

static bool has_looked;

/* Not at all before the first look: what a program does between its first two calls counts, too. */
int64_t native_samples_rest_ms(int64_t rest_ms)
{
	const int64_t until_ms =
	        INT64_C(1000) * READ_AFTER / recording.settings.number[SETTING_ID_host_hz];

	if (!has_looked && recording.settings.number[SETTING_ID_host])
		return 0;
	for (int i = 0; i < THREADS_MAX; i++)
		if (threads[i].ring && until_ms < rest_ms)
			return until_ms;
	return rest_ms;
}

void native_samples_end(void)
{
	for (int i = 0; i < THREADS_MAX; i++)
		end_thread(&threads[i]);
}

static void look_at_threads(void)
{
	static int64_t looked_ms;
	const bool is_wanted = recording.settings.number[SETTING_ID_host] && !is_refused &&
	                       !atomic_load(&recording.is_off) &&
	                       python_sampler_finds() == PYTHON_NONE;

	has_looked = true;
	if (!page_bytes)
		page_bytes = (size_t)sysconf(_SC_PAGESIZE);
	if (!is_wanted) {
		native_samples_end();
	} else if (clock_ms() >= looked_ms + LOOK_MS) {
		looked_ms = clock_ms();
		end_the_dead();
		begin_new_ones();
	}
}

static struct native_sample_page *read_rings(void)
{
	struct native_sample_page *page;
	int64_t apart_ns;

	if (!has_any()) {
		look_at_threads();
		return NULL;
	}
	page = malloc(sizeof *page + NATIVE_SAMPLES_MAX * sizeof *page->samples);
	if (!page)
		return NULL;
	*page = (struct native_sample_page){ .item = { .type = ITEM_NATIVE_SAMPLES } };
	apart_ns = clocks_apart_ns();
	for (int i = 0; i < THREADS_MAX; i++)
		if (threads[i].ring)
			read_ring(&threads[i], page, apart_ns);
	return page;
}

/* The oldest first. */
static struct kept {
	struct item *first, **end;
	int count;
} kept = { .end = &kept.first };

void native_samples_keep(void)
{
	struct native_sample_page *page;

	while (kept.count < KEPT_MAX && (page = read_rings()) != NULL) {
		kept.count++;
		*kept.end = &page->item;
		kept.end = &page->item.next;
	}
	if (kept.count >= KEPT_MAX)
		native_samples_end(); /* until there is a context: there may never be one */
}

struct item *native_samples_take(void)
{
	struct item *item = kept.first;

	if (!item)
		return (struct item *)read_rings();
	kept.first = item->next;
	item->next = NULL;
	if (!kept.first)
		kept.end = &kept.first;
	return item;
}
