/* SPDX-License-Identifier: MIT */
/* Samples the first thread until CUDA begins. Runs before main(), then on the writer thread. */
#include "stacks/start_samples.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "host/clock.h"
#include "host/cuda_inside.h"
#include "host/settings.h"
#include "stacks/perf_permit.h"
#include "stacks/sample_ring.h"

enum {
	RINGS = 4,
	FRAMES = 16,         /* by frame pointers: where there is no unwinder */
	RECORD_BYTES = 3864, /* of these, registers and the top of the stack */
	LOCKED_PART = 8,     /* of the memory that may be locked, one is for rings at most */
	SECOND_NS = 1000000000,
};

/* 0.3, 2.7, 21 and 84 s of running time at 200 Hz, in less than 1 MiB. */
static const struct {
	size_t bytes;
	int slower; /* than --host-hz says */
} rings[RINGS] = { { 1 << 18, 1 }, { 1 << 18, 8 }, { 1 << 18, 64 }, { 1 << 17, 512 } };

static struct {
	uint32_t system_thread_id; /* the first one */
	int count;                 /* of rings that could be had */
	struct sample_ring ring[RINGS];
	int reading;         /* the ring that is read, */
	int taken;           /* how many samples it had so far, */
	uint64_t last_ns;    /* and when the last was; by CUPTI's clock */
	uint64_t covered_ns; /* until then rings before it have samples */
} start;

static int most(int ring)
{
	return (int)(rings[ring].bytes / RECORD_BYTES);
}

/* All rings together take as much of what the process may lock as those of native_samples.c. */
static bool has_room(size_t bytes)
{
	struct rlimit limit;

	return getrlimit(RLIMIT_MEMLOCK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
	       bytes <= limit.rlim_cur / LOCKED_PART;
}

static void open_rings(int64_t hz)
{
	size_t bytes = 0;

	for (start.count = 0; start.count < RINGS; start.count++) {
		const int i = start.count;
		const struct sample_ring_plan plan = {
			.bytes = rings[i].bytes,
			.every_ns = (uint64_t)(SECOND_NS / hz * rings[i].slower),
			.most = most(i),
			.stack_bytes = UNWIND_STACK_BYTES,
			.frames = FRAMES,
		};

		bytes += sample_ring_memory(&plan);
		if (!has_room(bytes) || sample_ring_open(&start.ring[i], (uint32_t)getpid(), &plan))
			return;
	}
}

void start_samples_begin(void)
{
	const int saved = errno;

	if (settings_look(SETTING_ID_host) && !settings_look(SETTING_ID_dormant) &&
	    syscall(SYS_gettid) == getpid() && cuda_is_inside() && perf_permit()) {
		start.system_thread_id = (uint32_t)getpid();
		open_rings(settings_look(SETTING_ID_host_hz));
	}
	errno = saved;
}

void start_samples_begin_child(void)
{
	memset(&start, 0, sizeof start);
}

/* ---- the writer thread ---- */

/* A child that was made by a system call alone has no rings, and was told so by nobody. */
static bool are_ours(void)
{
	return start.system_thread_id == (uint32_t)getpid();
}

bool start_samples_any(void)
{
	return start.reading < start.count && are_ours();
}

/* SAMPLE stands for what has no samples yet: of its period all that can be behind that. */
static bool is_new(struct native_sample *sample)
{
	uint64_t behind_ns;

	if (sample->time_ns <= start.covered_ns)
		return false;
	behind_ns = sample->time_ns - start.covered_ns;
	if (start.covered_ns && behind_ns < sample->running_ns)
		sample->running_ns = behind_ns;
	return true;
}

/* The ring that is read has no more. If it was not full, all of the start has samples. */
static void end_ring(struct native_sample_page *page, int64_t apart_ns)
{
	const bool is_whole = start.taken < most(start.reading);

	if (start.taken)
		start.covered_ns = start.last_ns;
	start.taken = 0;
	start.reading = is_whole ? start.count : start.reading + 1;
	if (start.reading == start.count)
		page->start_until_ns =
		        is_whole ? (uint64_t)(clock_ns() + apart_ns) : start.covered_ns;
}

void start_samples_read(struct native_sample_page *page, int64_t apart_ns)
{
	while (page->count < NATIVE_SAMPLES_MAX && start_samples_any()) {
		struct native_sample *sample = &page->samples[page->count];

		if (!sample_ring_read(sample, &start.ring[start.reading], apart_ns)) {
			end_ring(page, apart_ns);
			continue;
		}
		start.taken++;
		start.last_ns = sample->time_ns;
		sample->system_thread_id = start.system_thread_id;
		page->count += is_new(sample);
	}
}

void start_samples_end(void)
{
	for (int i = 0; i < start.count && are_ours(); i++)
		sample_ring_close(&start.ring[i]);
	start.count = start.reading = 0;
}
