/* SPDX-License-Identifier: MIT */
/* Whether threads of the program take turns at a lock, where its own work takes the time. Any
 * thread. */
#include <errno.h>
#include <stdlib.h>

#include "base/interval.h"
#include "base/statistics.h"
#include "base/text.h"
#include "code/host_code.h"
#include "report/report_parts.h"

enum {
	LOCK_MIN_PERCENT = 10, /* of the samples: of fewer a lock is not what holds threads up */
	RUNNING_PERCENT = 50,  /* of the threads: where more run at a time they do not take turns */
	SAMPLES_LEAST = 50,    /* a quarter of a second */
};

/* What waiting for a lock and handing it on look like, in glibc: its own locks, as that of rand()
 * and malloc(), and those of programs. */
static bool is_lock(const char *function)
{
	static const char *const patterns[] = {
		"*lll_lock_wait*",     "*lll_lock_wake*",         "*pthread_mutex_lock*",
		"*pthread_spin_lock*", "*pthread_rwlock_??lock*",
	};

	for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
		if (text_matches(patterns[i], function))
			return true;
	return false;
}

/* Samples of native code within some time. */
struct lock_use {
	int64_t running_ns, locked_ns; /* of all threads, added up */
	size_t samples, threads;       /* threads: that were seen at locks */
};

static int measure(struct lock_use *use, const struct host_code *host,
                   const struct interval_set *within)
{
	const struct trace *trace = host->trace;
	bool *is_seen = calloc(trace->threads_count + 1, sizeof *is_seen);

	*use = (struct lock_use){ 0 };
	if (!is_seen)
		return -ENOMEM;
	for (size_t i = 0; i < trace->host_samples_count; i++) {
		const struct trace_host_sample *s = &trace->host_samples[i];

		if (s->running_ns <= 0 || s->stack == NONE ||
		    !interval_set_within(within, s->time_ns, s->time_ns + 1))
			continue;
		use->samples++;
		use->running_ns = sum_saturated(use->running_ns, s->running_ns);
		if (!is_lock(host->places[trace->host_stacks[s->stack].frame].function))
			continue;
		use->locked_ns = sum_saturated(use->locked_ns, s->running_ns);
		use->threads += !is_seen[s->thread];
		is_seen[s->thread] = true;
	}
	free(is_seen);
	return 0;
}

int report_name_lock(const char **text, struct report *report, const struct host_code *host,
                     const struct interval_set *within)
{
	const int64_t all_ns = interval_set_length(within);
	struct lock_use use;
	int err = measure(&use, host, within);
	double running;

	*text = "";
	if (err || use.samples < SAMPLES_LEAST || use.threads < 2 || all_ns <= 0)
		return err;
	running = (double)use.running_ns / (double)all_ns;
	if (percent_of(use.locked_ns, use.running_ns) < LOCK_MIN_PERCENT ||
	    100 * running > RUNNING_PERCENT * (double)use.threads)
		return 0;
	*text = report_text(report,
	                    "; its %zu threads take turns at a lock there: %.1f of them run at a "
	                    "time, and %.0f %% of that is waiting for it or handing it on",
	                    use.threads, running, percent_of(use.locked_ns, use.running_ns));
	return 0;
}
