/* SPDX-License-Identifier: MIT */
/* Finds the times in which the recorder kept a thread of the program. */
#include "trace/recorder_stalls.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"
#include "trace/trace_loader.h"

enum {
	KEPT_MAX = 1024, /* the longest: each call may have to be compared with all of them */
	/* What CUPTI's sampling of warps takes once: 280 to 340 ms on an H200, 200 to 570 ms on
	   others. */
	SAMPLING_MIN_NS = 150000000,
	SAMPLING_MAX_NS = 570000000,
	STILL_PARTS = 10, /* of a pause: who ran for less of it waited */
	FLUSH_PARTS = 10, /* of a call that a flush may leave out at either end */
};

/* CUpti_ActivityOverheadKind: what CUPTI does for itself. The driver's compiler, the loading of
 * modules and functions, and a full command buffer are the program's. */
enum { FLUSH = 1 << 16, RESOURCES = 3 << 16, LAZY_LOADING = 4 << 16 };
static const int recorder_kinds[] = {
	FLUSH,              /* of buffers */
	2 << 16,            /* instrumentation */
	RESOURCES, 7 << 16, /* a buffer is asked for */
	8 << 16,            /* unified memory's records begin */
};

static bool is_recorder_kind(int kind)
{
	for (size_t i = 0; i < sizeof recorder_kinds / sizeof *recorder_kinds; i++)
		if (recorder_kinds[i] == kind)
			return true;
	return false;
}

int stall_compare(const void *a, const void *b)
{
	const struct stall *left = a, *right = b;

	return (left->start_ns > right->start_ns) - (left->start_ns < right->start_ns);
}

/* By thread: whether it made calls. Others are the recorder's own, or CUPTI's. NULL without
 * memory. */
static bool *threads_of_program(const struct trace *trace)
{
	bool *is_program = calloc(trace->threads_count + 1, sizeof *is_program);

	for (size_t i = 0; is_program && i < trace->calls.count; i++)
		is_program[trace->calls.thread[i]] = true;
	return is_program;
}

/* What a launch takes that is not measured: the median; 0 where there is none. */
static int usual_launch_ns(const struct trace *trace, int64_t *usual_ns)
{
	const struct trace_calls *calls = &trace->calls;
	int64_t *durations = malloc((calls->count + 1) * sizeof *durations);
	size_t count = 0;

	if (!durations)
		return -ENOMEM;
	for (size_t i = 0; i < calls->count; i++)
		if (trace->call_names[calls->name[i]].class == CALL_LAUNCH)
			durations[count++] = calls->end_ns[i] - calls->start_ns[i];
	*usual_ns = statistics_median(durations, count);
	free(durations);
	return 0;
}

static void add_measured_launches(const struct trace *trace, int64_t usual_ns,
                                  struct stalls *stalls)
{
	const struct trace_calls *calls = &trace->calls;

	for (size_t i = 0; i < trace->measured_launches_count; i++) {
		const uint32_t call = trace->measured_launches[i].call;

		if (call != NONE && calls->end_ns[call] - calls->start_ns[call] > usual_ns)
			stalls->items[stalls->count++] =
			        (struct stall){ calls->start_ns[call] + usual_ns,
				                calls->end_ns[call], calls->thread[call] };
	}
}

/* The first time in which CUPTI's own thread waited to flush for as long as sampling takes to
 * begin; NULL: there is none. */
static const struct trace_overhead *find_long_flush(const struct trace *trace)
{
	for (size_t i = 0; i < trace->overheads_count; i++)
		if (trace->overheads[i].kind == FLUSH &&
		    trace->overheads[i].end_ns - trace->overheads[i].start_ns >= SAMPLING_MIN_NS)
			return &trace->overheads[i];
	return NULL;
}

/* Whether a run that measured launches was joined, even if it came to measure none. */
static bool has_metrics_run(const struct trace *trace)
{
	bool has = trace->measured_launches_count;

	for (size_t i = 0; i < trace->diagnostics_count; i++)
		has |= strcmp(trace->diagnostics[i].subject, "metrics") == 0;
	return has;
}

/* Whether warps were sampled while this timeline was recorded, rather than in a run joined to it.
 */
static bool is_sampled(const struct trace *trace)
{
	size_t runs = has_metrics_run(trace) ? 2 : 1, joined = 0;

	for (size_t i = 0; i < trace->diagnostics_count; i++)
		joined += strcmp(trace->diagnostics[i].code, "joined-run") == 0;
	return trace->pc_samplings_count && (joined < runs || find_long_flush(trace));
}

/* When CUPTI had made the first context ready to be recorded: FUTURE_NS if no record says so. */
static int64_t first_context_ns(const struct trace *trace)
{
	for (size_t i = 0; i < trace->overheads_count; i++)
		if (trace->overheads[i].kind == RESOURCES)
			return trace->overheads[i].end_ns;
	return FUTURE_NS;
}

/* Where CUDA starts in CALL as well, as in a copy to a symbol that is a program's first call: from
 * when the module was there. FUTURE_NS: no record says when. */
static int64_t loaded_in_call_ns(const struct trace *trace, size_t call)
{
	const struct trace_calls *calls = &trace->calls;
	int64_t loaded_ns = FUTURE_NS;

	for (size_t i = 0; i < trace->overheads_count; i++) {
		const struct trace_overhead *o = &trace->overheads[i];

		if (o->kind == LAZY_LOADING && o->thread == calls->thread[call] &&
		    o->start_ns >= calls->start_ns[call] && o->end_ns <= calls->end_ns[call])
			loaded_ns = o->end_ns;
	}
	return loaded_ns;
}

/* Between a call that loaded a module and the next one of its thread: the driver's functions that
 * need the module are not all recorded. No time: CALL comes behind another one. */
static struct stall after_load(const struct trace *trace, size_t call)
{
	const struct trace_calls *calls = &trace->calls;
	struct stall stall = { 0 };

	if (call && calls->thread[call - 1] == calls->thread[call] &&
	    trace->call_names[calls->name[call - 1]].class == CALL_LOAD)
		stall = (struct stall){ calls->end_ns[call - 1], calls->start_ns[call],
			                calls->thread[call] };
	return stall;
}

static bool is_sampling_start(const struct stall *stall, int64_t ready_ns)
{
	return stall->start_ns >= ready_ns && stall->start_ns < stall->end_ns &&
	       stall->end_ns - stall->start_ns >= SAMPLING_MIN_NS;
}

bool stall_needs_module(const struct trace *trace, size_t call)
{
	const struct trace_call_name *name = &trace->call_names[trace->calls.name[call]];

	return name->class == CALL_LAUNCH ||
	       (name->class == CALL_COPY && strstr(name->name, "Symbol"));
}

/* Of one or two launches the slow one is no measure of what launches take. */
static int64_t own_ns(int64_t usual_ns)
{
	return usual_ns < SAMPLING_MIN_NS / 10 ? usual_ns : 0;
}

/* Whether FLUSH, which may be NULL, is nearly all of STALL. */
static bool is_covered(const struct stall *stall, const struct trace_overhead *flush)
{
	const int64_t length_ns = stall->end_ns - stall->start_ns;

	return flush && flush->start_ns <= stall->start_ns + length_ns / FLUSH_PARTS &&
	       flush->end_ns >= stall->end_ns - length_ns / FLUSH_PARTS;
}

/* Whether the thread of STALL, whose native code was sampled by its running time, hardly ran
 * meanwhile: what it waited for was no work of the program's. */
static bool stood_still(const struct trace *trace, const struct stall *stall)
{
	int64_t ran_ns = 0;
	bool is_native = false;

	for (size_t i = 0; i < trace->timed_samples; i++) {
		const struct trace_host_sample *sample = &trace->host_samples[i];
		const bool is_within =
		        sample->time_ns >= stall->start_ns && sample->time_ns <= stall->end_ns;

		if (sample->thread != stall->thread)
			continue;
		is_native |= sample->running_ns > 0;
		if (is_within && !sample->running_ns)
			return false; /* Python's: whether it ran is not known */
		if (is_within)
			ran_ns = sum_saturated(ran_ns, sample->running_ns);
	}
	return is_native && ran_ns < (stall->end_ns - stall->start_ns) / STILL_PARTS;
}

/* No more than CUPTI was ever seen to take, unless FLUSH says that it was. */
static void add_at_most(struct stalls *stalls, struct stall stall,
                        const struct trace_overhead *flush)
{
	if (stall.end_ns - stall.start_ns > SAMPLING_MAX_NS && !is_covered(&stall, flush))
		stall.end_ns = stall.start_ns + SAMPLING_MAX_NS;
	stalls->items[stalls->count++] = stall;
}

/* STALL, in CALL, is over when what the call hands over begins to run, which is some 10 us before
 * it comes back. */
static struct stall until_handed_over(const struct trace *trace, size_t call, struct stall stall)
{
	const struct trace_operations *o = &trace->operations;

	for (size_t i = 0; i < o->count && o->start_ns[i] < stall.end_ns; i++)
		if (o->call[i] == call && o->start_ns[i] > stall.start_ns)
			stall.end_ns = o->start_ns[i];
	return stall;
}

/* Sampling began WITHIN a call; calls of other threads that need a module wait for it, too. The one
 * that ends first began it: behind that its thread goes on while the others leave the driver. */
static struct stall first_to_end(const struct trace *trace, size_t call, struct stall within)
{
	const struct trace_calls *calls = &trace->calls;
	const int64_t last_ns = within.end_ns;
	size_t first = call;

	for (size_t i = call + 1; i < calls->count && calls->start_ns[i] < last_ns; i++)
		if (calls->end_ns[i] < within.end_ns &&
		    calls->end_ns[i] - calls->start_ns[i] >= SAMPLING_MIN_NS &&
		    stall_needs_module(trace, i)) {
			within = (struct stall){ calls->start_ns[i], calls->end_ns[i],
				                 calls->thread[i] };
			first = i;
		}
	return until_handed_over(trace, first, within);
}

/*
 * Where warps are sampled, CUPTI takes some tenths of a second in the first call of a process that
 * needs a module: its first launch, or a copy to a symbol before that; or, if both come soon, what
 * is not recorded behind the loading of a module. There is a record of it only if CUPTI's own
 * thread wanted to flush buffers meanwhile, and then it is of that thread; where that is so all
 * through the loading of a module, sampling began there. Whether warps were sampled in this run or
 * in another one that was joined to it the trace does not always tell: then it began behind a
 * module where the host's samples say that the thread did nothing.
 */
static void add_sampling_start(const struct trace *trace, int64_t usual_ns, struct stalls *stalls)
{
	const struct trace_calls *calls = &trace->calls;
	const int64_t ready_ns = first_context_ns(trace);
	const struct trace_overhead *flush = find_long_flush(trace);
	const bool is_known = is_sampled(trace);
	struct stall behind = { 0 };

	if (!trace->pc_samplings_count)
		return;
	for (size_t i = 0; i < calls->count; i++) {
		const bool has_start = calls->start_ns[i] < ready_ns;
		const struct stall within = {
			has_start ? loaded_in_call_ns(trace, i)
			          : calls->start_ns[i] + own_ns(usual_ns),
			calls->end_ns[i],
			calls->thread[i],
		};
		const struct stall before = after_load(trace, i);

		if (is_known && is_sampling_start(&within, ready_ns) &&
		    (stall_needs_module(trace, i) ||
		     (trace->call_names[calls->name[i]].class == CALL_LOAD &&
		      is_covered(&within, flush)))) {
			add_at_most(stalls, first_to_end(trace, i, within), flush);
			return;
		}
		if (!is_sampling_start(&behind, ready_ns) && is_sampling_start(&before, ready_ns) &&
		    (is_known || stood_still(trace, &before)))
			behind = before;
		if (trace->call_names[calls->name[i]].class == CALL_LAUNCH)
			break;
	}
	if (is_sampling_start(&behind, ready_ns))
		add_at_most(stalls, behind, flush);
}

/* On each further device it begins in the first call there that needs a module, once more. */
static void add_further_sampling_starts(const struct trace *trace, int64_t usual_ns,
                                        bool *has_begun, struct stalls *stalls)
{
	const struct trace_calls *calls = &trace->calls;
	const struct trace_operations *o = &trace->operations;

	if (!o->count || !is_sampled(trace))
		return;
	has_begun[operation_device(trace, 0)] = true;
	for (size_t i = 0; i < o->count; i++) {
		const uint32_t call = o->call[i], device = operation_device(trace, i);
		struct stall stall;

		if (has_begun[device] || call == NONE || !stall_needs_module(trace, call))
			continue;
		has_begun[device] = true;
		stall = (struct stall){ calls->start_ns[call] + own_ns(usual_ns),
			                calls->end_ns[call], calls->thread[call] };
		if (is_sampling_start(&stall, INT64_MIN))
			add_at_most(stalls, until_handed_over(trace, call, stall), NULL);
	}
}

static int compare_lengths(const void *a, const void *b)
{
	const struct stall *left = a, *right = b;
	const int64_t left_ns = left->end_ns - left->start_ns;
	const int64_t right_ns = right->end_ns - right->start_ns;

	return (left_ns < right_ns) - (left_ns > right_ns);
}

/* Those of one thread that overlap become one: a measured launch flushes buffers, too. */
static void unite_stalls(struct stalls *stalls)
{
	size_t kept = 0;

	if (stalls->count > KEPT_MAX) {
		qsort(stalls->items, stalls->count, sizeof *stalls->items, compare_lengths);
		stalls->count = KEPT_MAX;
	}
	qsort(stalls->items, stalls->count, sizeof *stalls->items, stall_compare);
	for (size_t i = 0; i < stalls->count; i++) {
		const struct stall *next = &stalls->items[i];
		struct stall *last = kept ? &stalls->items[kept - 1] : NULL;

		if (last && last->thread == next->thread && next->start_ns <= last->end_ns)
			last->end_ns = next->end_ns > last->end_ns ? next->end_ns : last->end_ns;
		else
			stalls->items[kept++] = *next;
	}
	stalls->count = kept;
}

int stalls_find(const struct trace *trace, struct stalls *stalls)
{
	bool *is_program = threads_of_program(trace);
	bool *has_begun = calloc(trace->devices_count + 1, sizeof *has_begun);
	int64_t usual_ns = 0;
	int err = -ENOMEM;

	stalls->items = malloc((trace->overheads_count + trace->measured_launches_count +
	                        trace->devices_count + 2) *
	                       sizeof *stalls->items);
	if (!is_program || !has_begun || !stalls->items)
		goto out;
	for (size_t i = 0; i < trace->overheads_count; i++) {
		const struct trace_overhead *o = &trace->overheads[i];

		if (is_recorder_kind(o->kind) && o->thread != NONE && is_program[o->thread])
			stalls->items[stalls->count++] =
			        (struct stall){ o->start_ns, o->end_ns, o->thread };
	}
	err = usual_launch_ns(trace, &usual_ns);
	if (!err) {
		add_measured_launches(trace, usual_ns, stalls);
		add_sampling_start(trace, usual_ns, stalls);
		add_further_sampling_starts(trace, usual_ns, has_begun, stalls);
	}
	unite_stalls(stalls);
out:
	free(has_begun);
	free(is_program);
	return err;
}
