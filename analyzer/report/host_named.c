/* SPDX-License-Identifier: MIT */
/* What the program did in some time, between its calls of CUDA, in words. Any thread. */
#include "report/host_named.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/statistics.h"
#include "report/host_kinds.h"
#include "report/host_pieces.h"

enum {
	SAMPLED_MIN_PERCENT = 90, /* of some time: then shares are of all of it */
	SEEN_MIN_PERCENT = 10,    /* of it where less is sampled: what has so much is named */
};

static bool ends_before(const void *item, const void *key)
{
	return ((const struct interval *)item)->end_ns <= *(const int64_t *)key;
}

/* Threads of the host, in order of their calls. */
struct between {
	struct host_time *time;
	const struct interval_set *pauses; /* united */
	struct host_pieces pieces;         /* of native code */
	int64_t *ended_ns;                 /* by thread: its last call */
	int64_t *sampled_ns; /* by thread: its first sample of Python by time; INT64_MAX: none */
	int64_t called_ns;   /* the last call of a thread with such samples, or of one before it */
	struct interval *holes; /* before that: when the thread that called was not there yet; one
	                           for each thread at most */
	size_t holes_count;
	int err;
};

/* Of a thread that is not sampled nobody knows whether it ran. */
static void add_piece(struct between *between, const struct host_piece *piece)
{
	const int64_t length_ns = piece->when.end_ns - piece->when.start_ns;

	if (!host_time_is_sampled(between->time, piece->thread, piece->when.end_ns))
		host_time_add_call(between->time, piece->call, length_ns, (double)length_ns);
	else if (!between->err)
		between->err = host_pieces_add(&between->pieces, piece);
}

/* What THREAD did in OWN, and came to CALL by it (NONE: to none any more); of it what is within the
 * pauses. */
static void add_own(struct between *between, uint32_t thread, uint32_t call,
                    const struct interval *own)
{
	const struct interval_set *pauses = between->pauses;
	size_t i;

	i = lower_bound(&own->start_ns, pauses->items, pauses->count, sizeof *pauses->items,
	                ends_before);
	for (; i < pauses->count && pauses->items[i].start_ns < own->end_ns; i++) {
		const struct interval *pause = &pauses->items[i];
		const int64_t from_ns =
		        pause->start_ns > own->start_ns ? pause->start_ns : own->start_ns;
		const int64_t to_ns = pause->end_ns < own->end_ns ? pause->end_ns : own->end_ns;

		if (between->time->is_native) {
			add_piece(between,
			          &(struct host_piece){ { from_ns, to_ns }, thread, call });
			continue;
		}
		host_time_add_own(between->time, thread, from_ns, to_ns);
		host_time_add_call(between->time, call, to_ns - from_ns, 0);
	}
}

/* What THREAD did before CALL, or behind its last one, while others that have called since were not
 * there. */
static void fill_holes(struct between *between, uint32_t thread, uint32_t call, int64_t from_ns)
{
	for (size_t i = 0; i < between->holes_count; i++) {
		struct interval *hole = &between->holes[i];
		const int64_t start_ns = hole->start_ns > from_ns ? hole->start_ns : from_ns;

		if (start_ns >= hole->end_ns)
			continue;
		add_own(between, thread, call, &(struct interval){ start_ns, hole->end_ns });
		hole->end_ns = start_ns;
	}
}

/*
 * What THREAD did up to NS, when it makes CALL (NONE: none any more). Samples of Python show
 * threads that sleep, too: of two that are sampled so, the one that is the next to call CUDA keeps
 * it waiting.
 */
static void add_up_to(struct between *between, uint32_t thread, uint32_t call, int64_t ns)
{
	const int64_t sampled_ns = between->sampled_ns[thread];
	struct interval own = { between->ended_ns[thread], ns };

	if (sampled_ns < ns) {
		if (own.start_ns < sampled_ns)
			own.start_ns = sampled_ns;
		fill_holes(between, thread, call, own.start_ns);
		if (own.start_ns < between->called_ns)
			own.start_ns = between->called_ns;
		else if (sampled_ns > between->called_ns)
			between->holes[between->holes_count++] =
			        (struct interval){ between->called_ns, sampled_ns };
		if (ns > between->called_ns) /* it never falls: a thread leaves one hole at most */
			between->called_ns = ns;
	}
	if (own.start_ns < own.end_ns)
		add_own(between, thread, call, &own);
}

/* What threads did outside of their calls. */
static void add_all_between(struct between *between, const struct trace *trace)
{
	const struct trace_calls *calls = &trace->calls;
	const uint32_t most = between->time->most_sampled;

	between->called_ns = trace->first_ns;
	for (size_t t = 0; t < trace->threads_count; t++) {
		between->ended_ns[t] = trace->first_ns;
		between->sampled_ns[t] = INT64_MAX;
	}
	for (size_t i = trace->timed_samples; i-- > 0 && !between->time->is_native;)
		between->sampled_ns[trace->host_samples[i].thread] =
		        trace->host_samples[i].since_ns;
	for (uint32_t c = 0; c < calls->count; c++) {
		int64_t *end_ns = &between->ended_ns[calls->thread[c]];

		add_up_to(between, calls->thread[c], c, calls->start_ns[c]);
		*end_ns = calls->end_ns[c] > *end_ns ? calls->end_ns[c] : *end_ns;
	}
	for (uint32_t t = 0; t < trace->threads_count; t++)
		if (between->sampled_ns[t] == INT64_MAX || t == most)
			add_up_to(between, t, NONE, trace->last_ns);
}

/* ... within PAUSES. */
static int add_between_calls(struct host_time *time, const struct graph *graph,
                             const struct interval_set *pauses)
{
	const size_t threads = graph->trace->threads_count + 1;
	struct between between = {
		.time = time,
		.pauses = pauses,
		.ended_ns = malloc(threads * sizeof *between.ended_ns),
		.sampled_ns = malloc(threads * sizeof *between.sampled_ns),
		.holes = malloc(threads * sizeof *between.holes),
	};
	int err = between.ended_ns && between.sampled_ns && between.holes ? 0 : -ENOMEM;

	if (!err) {
		add_all_between(&between, graph->trace);
		err = between.err;
	}
	if (!err)
		err = host_pieces_count(&between.pieces, time);
	host_pieces_release(&between.pieces);
	free(between.ended_ns);
	free(between.sampled_ns);
	free(between.holes);
	return err;
}

/* What of PAUSE is of the process's start, and sampled in the first thread; 0, 0: nothing. */
static struct interval sampled_start(const struct trace *trace, const struct interval *pause)
{
	struct interval start = *pause;

	if (!trace->start_sampled_ns || pause->start_ns >= 0)
		return (struct interval){ 0 };
	if (start.end_ns > trace->start_sampled_ns)
		start.end_ns = trace->start_sampled_ns;
	if (start.end_ns > 0)
		start.end_ns = 0;
	return start.end_ns > start.start_ns ? start : (struct interval){ 0 };
}

/* What of PAUSE, before the first call, is sampled: of the recording, which begins at 0, all. */
static int64_t sampled_ns(const struct trace *trace, const struct interval *pause)
{
	const struct interval start = sampled_start(trace, pause);

	return pause->start_ns >= 0 ? pause->end_ns - pause->start_ns
	                            : start.end_ns - start.start_ns;
}

/* How much of PAUSES is before the first call and not sampled. */
static int64_t unsampled_ns(const struct trace *trace, const struct interval_set *pauses)
{
	int64_t ns = 0;

	for (size_t i = 0; i < pauses->count; i++) {
		const struct interval *pause = &pauses->items[i];

		if (pause->end_ns <= trace->first_ns)
			ns += pause->end_ns - pause->start_ns - sampled_ns(trace, pause);
	}
	return ns;
}

/* What one thread did before the first call, within PAUSES: no other one is sampled by then. */
static void add_before_calls(struct host_time *time, const struct graph *graph,
                             const struct interval_set *pauses)
{
	const struct trace *trace = graph->trace;
	const uint32_t first = host_time_first_thread(trace);

	for (size_t i = 0; i < pauses->count && pauses->items[i].end_ns <= trace->first_ns; i++) {
		const struct interval *pause = &pauses->items[i];
		const struct interval start = sampled_start(trace, pause);

		if (first != NONE && start.end_ns > start.start_ns)
			host_time_add_own(time, first, start.start_ns, start.end_ns);
		if (time->most_sampled != NONE && pause->start_ns >= 0)
			host_time_add_own(time, time->most_sampled, pause->start_ns, pause->end_ns);
		time->is_alone |= i + 1 == pauses->count && trace->start_sampled_ns;
	}
}

/* The thread that ran most within WHEN, behind the last call: threads that fed the GPU may have
 * ended by then. If no other one ran, it is alone. NONE: there are no samples by time. */
static uint32_t find_busiest(struct host_time *time, const struct interval *when)
{
	uint32_t busiest = time->most_sampled;
	double most_ns = 0, sum_ns = 0;

	for (uint32_t t = 0; t < time->code->trace->threads_count && time->is_native; t++) {
		const double ran_ns = host_time_ran(time, t, when->start_ns, when->end_ns);

		sum_ns += ran_ns;
		if (ran_ns > most_ns) {
			most_ns = ran_ns;
			busiest = t;
		}
	}
	time->is_alone |= most_ns > 0 && sum_ns <= most_ns;
	return busiest;
}

/* What that one did, within PAUSES: no call tells. */
static void add_behind_calls(struct host_time *time, const struct graph *graph,
                             const struct interval_set *pauses)
{
	for (size_t i = 0; i < pauses->count; i++) {
		const struct interval *pause = &pauses->items[i];
		const uint32_t thread =
		        pause->start_ns >= graph->trace->last_ns ? find_busiest(time, pause) : NONE;

		if (thread != NONE)
			host_time_add_own(time, thread, pause->start_ns, pause->end_ns);
	}
}

/* More places make a line that nobody reads. */
enum { PLACES_SHOWN = 2 };

static const char still_text[] =
        "not running, or in the operating system (page faults, for example)";

/* Adds a share and what it is to the others of NAMED. */
static void add_share(struct host_named *named, struct report *report, double share,
                      const char *text)
{
	const bool is_first = !*named->code;

	named->code = report_text(report, "%s%s%.0f %%%s %s", named->code, is_first ? "" : "; ",
	                          100 * share, is_first ? named->of : "", text);
}

static void add_spot(struct host_named *named, struct report *report, const struct host_code *host,
                     const struct host_spot *spot)
{
	const bool is_first = !*named->code;
	char text[HOST_SPOT_TEXT];

	named->code = report_text(report, "%s%s%s", named->code, is_first ? "" : "; ",
	                          host_spot_text(text, host, spot, is_first ? named->of : ""));
}

/* The places that are not shown, if they are worth it together. */
static void add_others(struct host_named *named, struct report *report,
                       const struct host_spot *spots, size_t count, size_t next)
{
	const double share = host_spots_rest(spots, count, next);
	char text[HOST_SHARE_TEXT];

	if (next && 100 * share >= HOST_SPOT_MIN_PERCENT)
		named->code = report_text(report, "%s; %s in %zu other place%s", named->code,
		                          host_share_text(text, share, spots->samples),
		                          count - next, count - next == 1 ? "" : "s");
}

/* Where much of PAUSES was not sampled, shares are of the rest, and told so. */
static void note_sampled(struct host_named *named, struct report *report,
                         const struct interval_set *pauses)
{
	const int64_t all_ns = interval_set_length(pauses);

	named->sampled_percent = percent_of(all_ns - named->unsampled_ns, all_ns);
	if (all_ns <= 0 || named->sampled_percent >= SAMPLED_MIN_PERCENT)
		named->sampled_percent = 0;
	else
		named->of = report_text(report, " of the sampled %.0f %%", named->sampled_percent);
}

/* The largest first. Where samples are few, spots are of calls, while imports are of samples: no
 * more is told than there is. */
void host_named_write(struct host_named *named, struct report *report, const struct host_code *host,
                      const struct host_spot *spots, size_t count)
{
	const double sampled = named->sampled_percent;
	const double least =
	        sampled > 0 ? SEEN_MIN_PERCENT / sampled : HOST_SPOT_MIN_PERCENT / 100.0;
	const size_t places = sampled > 0 ? SIZE_MAX : PLACES_SHOWN;
	const struct host_import *imports[] = { &named->imported.most, &named->imported.start };
	double parts[] = { imports[0]->share, imports[1]->share };
	double rest = 1, still = named->still;
	size_t next = 0, shown = 0;
	char text[HOST_IMPORT_TEXT];

	for (;;) {
		double spot = next < count && shown < places ? spots[next].share : 0;
		const size_t at = parts[1] > parts[0];
		const double import = shown < places ? parts[at] : 0;

		if (spot > rest + least)
			spot = 0;
		if (still >= least && still >= spot && still >= import) {
			add_share(named, report, still, still_text);
			rest -= still;
			still = 0;
		} else if (import >= least && import >= spot) {
			add_share(named, report, import, host_import_text(text, host, imports[at]));
			rest -= import;
			parts[at] = 0;
			shown++;
			named->has_places = true;
		} else if (spot >= least) {
			add_spot(named, report, host, &spots[next++]);
			rest -= spot;
			shown++;
			named->has_places = true;
		} else {
			break;
		}
	}
	add_others(named, report, spots, count, next);
}

/* What part of the sampled time a library had, other than CUDA's, by a function without a name. */
static double nameless_part(const struct host_time *time)
{
	const struct trace *trace = time->code->trace;
	double ns = 0;

	for (uint32_t i = 0; i < trace->host_stacks_count; i++) {
		const struct host_place *place = &time->code->places[trace->host_stacks[i].frame];

		if (place->is_nameless && !place->is_own && !place->is_recorder)
			ns += time->sampled_ns[i];
	}
	return time->sampled_sum_ns > 0 ? ns / time->sampled_sum_ns : 0;
}

/* Takes imports and compilers out of TIME, and notes where the compiler was at work that took most.
 */
static int take_imports(struct host_named *named, struct host_time *time)
{
	const size_t room = time->code->trace->host_stacks_count + 1;
	struct host_time compiled = { .code = time->code };
	int err = 0;

	if (named->asks_compiler) {
		compiled.sampled_ns = calloc(room, sizeof *compiled.sampled_ns);
		if (!compiled.sampled_ns)
			return -ENOMEM;
		memcpy(compiled.sampled_ns, time->sampled_ns,
		       (room - 1) * sizeof *compiled.sampled_ns);
	}
	err = host_imports_take(&named->imported, time);
	if (!err && compiled.sampled_ns && named->imported.compiling.ns > 0) {
		compiled.sampled_sum_ns = named->imported.compiling.ns;
		host_imports_keep(compiled.sampled_ns, time->code, &named->imported.compiling);
		err = host_branch_find_own(&named->compiling_at, &compiled);
	}
	free(compiled.sampled_ns);
	return err;
}

/* The code that threads were in between their calls, within PAUSES. */
int host_named_make(struct host_named *named, struct report *report, const struct graph *graph,
                    const struct host_code *host, const struct interval_set *pauses)
{
	struct host_spot *spots = NULL;
	struct host_time time = { 0 };
	double still_ns = 0;
	size_t count = 0;
	int err = host_time_init(&time, host);

	if (!err)
		err = add_between_calls(&time, graph, pauses);
	if (!err) {
		add_before_calls(&time, graph, pauses);
		add_behind_calls(&time, graph, pauses);
		err = host_time_setups(named->setups, &time);
	}
	if (!err) {
		named->unsampled_ns = unsampled_ns(graph->trace, pauses);
		note_sampled(named, report, pauses);
		named->sampled_ns = time.sampled_sum_ns;
		named->nameless = nameless_part(&time);
		time.unknown_ns = still_ns = host_time_still(&time);
		if (still_ns > 0)
			named->still = still_ns / time.wanted_sum_ns;
		err = take_imports(named, &time);
	}
	if (!err && named->sampled_ns > 0)
		named->imports = (time.unknown_ns - still_ns) / named->sampled_ns;
	if (!err)
		err = host_time_spots(&time, &spots, &count);
	if (!err)
		host_named_write(named, report, host, spots, count);
	if (!err)
		named->advice = host_kind_advice(&time, named->unsampled_ns);
	if (!err && named->keeps_spots) {
		named->spots = spots;
		named->spots_count = count;
	} else {
		free(spots);
	}
	host_time_release(&time);
	return err;
}

void host_named_release(struct host_named *named)
{
	free(named->spots);
	named->spots = NULL;
	named->spots_count = 0;
}
