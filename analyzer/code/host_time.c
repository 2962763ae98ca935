/* SPDX-License-Identifier: MIT */
/* Adds up the host's samples. */
#include "code/host_time.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/format.h"

enum {
	ANSWERS_MIN = 2,   /* of less nothing can be said by samples */
	POINT_NS = 100000, /* an answer that took less is of one moment */
	MOST_PERCENT = 90, /* of some code's time: it is that */
	DEVIATIONS = 2,    /* of a count by chance: 95 in 100 are within */
};

/* Python's samples stand for other time. */
static bool has_native_alone(const struct trace *trace)
{
	for (size_t i = 0; i < trace->timed_samples; i++)
		if (!trace->host_samples[i].running_ns)
			return false;
	return trace->timed_samples > 0;
}

/* The thread with most samples by time (NONE: there are none), and whether it is the only one. */
static void find_most_sampled(struct host_time *time)
{
	const struct trace *trace = time->code->trace;
	size_t count = 0, of_most = 0;

	time->most_sampled = NONE;
	time->is_alone = true;
	for (size_t i = 0; i < trace->timed_samples; i++) {
		const uint32_t thread = trace->host_samples[i].thread;
		const bool goes_on = i && trace->host_samples[i - 1].thread == thread;

		time->is_alone &= !i || goes_on;
		count = goes_on ? count + 1 : 1;
		if (count > of_most) {
			of_most = count;
			time->most_sampled = thread;
		}
	}
}

static bool is_sampled(const struct trace *trace, uint32_t thread);

/*
 * Whose samples stand for THREAD: its own. Threads that run no Python work for one that does, and
 * what that is at is what people know: where only one runs Python, and for those in which PyTorch
 * computes gradients, while the one that called backward() waits.
 */
static uint32_t sampled_for(const struct host_time *time, uint32_t thread)
{
	const struct trace *trace = time->code->trace;

	if (time->is_native || time->most_sampled == NONE || is_sampled(trace, thread))
		return thread;
	return time->is_alone || trace_is_backward_thread(trace, thread) ? time->most_sampled
	                                                                 : thread;
}

int host_time_init(struct host_time *time, const struct host_code *code)
{
	const size_t stacks = code->trace->host_stacks_count + 1;

	*time = (struct host_time){
		.code = code,
		.sampled_ns = calloc(stacks, sizeof *time->sampled_ns),
		.late_ns = calloc(stacks, sizeof *time->late_ns),
		.called_ns = calloc(stacks, sizeof *time->called_ns),
	};
	time->is_native = has_native_alone(code->trace);
	find_most_sampled(time);
	return time->sampled_ns && time->late_ns && time->called_ns ? 0 : -ENOMEM;
}

void host_time_release(struct host_time *time)
{
	free(time->sampled_ns);
	free(time->late_ns);
	free(time->called_ns);
	*time = (struct host_time){ 0 };
}

struct instant {
	uint32_t thread;
	int64_t ns;
};

static bool is_before(const void *item, const void *key)
{
	const struct trace_host_sample *sample = item;
	const struct instant *instant = key;

	if (sample->thread != instant->thread)
		return sample->thread < instant->thread;
	return sample->time_ns < instant->ns;
}

/* Its running time, or the time since the sample before it of its thread. */
static double weight_of(const struct trace_host_sample *samples, size_t i)
{
	int64_t since_ns = samples[i].asked_ns;

	if (samples[i].running_ns)
		return (double)samples[i].running_ns;
	if (i > 0 && samples[i - 1].thread == samples[i].thread)
		since_ns = samples[i - 1].time_ns;
	return (double)(samples[i].time_ns - since_ns < HOST_SAMPLE_MAX_NS
	                        ? samples[i].time_ns - since_ns
	                        : HOST_SAMPLE_MAX_NS);
}

/* The part of when SAMPLE was taken that lies from FROM_NS to TO_NS. */
static double part_within(const struct trace_host_sample *sample, int64_t from_ns, int64_t to_ns)
{
	const int64_t length_ns = sample->time_ns - sample->asked_ns;
	const int64_t first_ns = sample->asked_ns > from_ns ? sample->asked_ns : from_ns;
	const int64_t last_ns = sample->time_ns < to_ns ? sample->time_ns : to_ns;

	if (length_ns < POINT_NS)
		return sample->time_ns >= from_ns && sample->time_ns < to_ns ? 1 : 0;
	return last_ns > first_ns ? (double)(last_ns - first_ns) / (double)length_ns : 0;
}

/* The first sample of THREAD from FROM_NS on. */
static size_t first_sample(const struct trace *trace, uint32_t thread, int64_t from_ns)
{
	const struct instant from = { thread, from_ns };

	return lower_bound(&from, trace->host_samples, trace->timed_samples,
	                   sizeof *trace->host_samples, is_before);
}

static bool is_sampled(const struct trace *trace, uint32_t thread)
{
	const size_t i = first_sample(trace, thread, INT64_MIN);

	return i < trace->timed_samples && trace->host_samples[i].thread == thread;
}

/* A thread is sampled some time after it has begun to call CUDA, and some are not. */
static bool is_sampled_at(const struct trace *trace, uint32_t thread, int64_t ns)
{
	const size_t i = first_sample(trace, thread, INT64_MIN);

	return i < trace->timed_samples && trace->host_samples[i].thread == thread &&
	       trace->host_samples[i].time_ns <= ns;
}

void host_time_add(struct host_time *time, uint32_t thread, int64_t from_ns, int64_t to_ns)
{
	const struct trace *trace = time->code->trace;
	const struct trace_host_sample *samples = trace->host_samples;
	size_t i;

	thread = sampled_for(time, thread);
	i = first_sample(trace, thread, from_ns);
	if (time->is_native && is_sampled_at(trace, thread, from_ns))
		time->wanted_sum_ns += (double)(to_ns - from_ns);
	for (; i < trace->timed_samples && samples[i].thread == thread; i++) {
		const double ns = weight_of(samples, i) * part_within(&samples[i], from_ns, to_ns);

		if (samples[i].asked_ns >= to_ns && samples[i].time_ns >= to_ns)
			return;
		if (ns <= 0)
			continue;
		time->samples++;
		time->sampled_sum_ns += ns;
		time->squares_sum += samples[i].running_ns ? ns * ns : 0;
		time->sampled_ns[samples[i].stack] += ns;
		if (samples[i].is_late)
			time->late_ns[samples[i].stack] += ns;
	}
}

/* Of threads that have none, others' samples would be added again. */
void host_time_add_all(struct host_time *time)
{
	const struct trace *trace = time->code->trace;

	for (uint32_t t = 0; t < trace->threads_count; t++)
		if (is_sampled(trace, t))
			host_time_add(time, t, INT64_MIN / 2, INT64_MAX / 2);
}

static bool is_earlier_call(const void *item, const void *key)
{
	return ((const struct trace_host_sample *)item)->call < *(const uint32_t *)key;
}

/* The sample of CALL, an interpreter's rather than native code's, or NULL. */
static const struct trace_host_sample *sample_of_call(const struct trace *trace, uint32_t call)
{
	const struct trace_host_sample *calls = trace->host_samples + trace->timed_samples;
	const size_t count = trace->host_samples_count - trace->timed_samples;
	const size_t i = count && call != NONE
	                         ? lower_bound(&call, calls, count, sizeof *calls, is_earlier_call)
	                         : count;

	return i < count && calls[i].call == call ? &calls[i] : NULL;
}

void host_time_add_call(struct host_time *time, uint32_t call, int64_t ns)
{
	const struct trace_host_sample *sample = sample_of_call(time->code->trace, call);

	if (!sample)
		return;
	time->called_sum_ns += (double)ns;
	time->called_ns[sample->stack] += (double)ns;
}

const struct trace_host_sample *host_time_caller(const struct host_time *time, uint32_t call)
{
	const struct trace *trace = time->code->trace;
	const struct trace_host_sample *sample = sample_of_call(trace, call);
	uint32_t thread;
	size_t i;

	if (sample || call == NONE)
		return sample;
	thread = sampled_for(time, trace->calls.thread[call]);
	i = first_sample(trace, thread, trace->calls.start_ns[call]);
	sample = &trace->host_samples[i];
	return i < trace->timed_samples && sample->thread == thread && !sample->running_ns &&
	                       sample->asked_ns <= trace->calls.start_ns[call]
	               ? sample
	               : NULL;
}

void host_time_add_sample(struct host_time *time, const struct trace_host_sample *sample, double ns)
{
	time->samples++;
	time->sampled_sum_ns += ns;
	time->sampled_ns[sample->stack] += ns;
	if (sample->is_late)
		time->late_ns[sample->stack] += ns;
}

/* ---- set-up ---- */

int host_time_setups(double parts[SETUP_ALL], const struct host_time *time)
{
	const struct trace *trace = time->code->trace;
	struct host_setup *stacks = host_setup_of_stacks(trace);

	if (!stacks)
		return -ENOMEM;
	for (int kind = 0; kind < SETUP_ALL; kind++)
		parts[kind] = 0;
	for (uint32_t i = 0; i < trace->host_stacks_count; i++)
		if (time->sampled_sum_ns > 0)
			parts[stacks[i].kind] += time->sampled_ns[i] / time->sampled_sum_ns;
	free(stacks);
	return 0;
}

/* ---- spots ---- */

static const struct host_place *place_of(const struct host_time *time, uint32_t frame)
{
	return &time->code->places[frame];
}

/* Of libraries without symbols, all that is in one. */
static const char *function_of(const struct host_place *place)
{
	return place->is_nameless && !place->is_own ? "" : place->function;
}

/* Samples in some code, and those before it, are told together. */
static bool is_still(const struct host_spot *spot)
{
	return spot->kind == SPOT_STILL;
}

/* By function, then by line, the heaviest stack of each first. */
static int compare_code(const void *a, const void *b, void *time)
{
	const struct host_spot *left = a, *right = b;
	const struct host_place *x = place_of(time, left->site.own),
	                        *y = place_of(time, right->site.own);
	int order = strcmp(x->unit, y->unit);

	if (!order)
		order = strcmp(function_of(x), function_of(y));
	if (!order)
		order = is_still(left) - is_still(right);
	if (!order)
		order = strcmp(x->file, y->file);
	if (!order)
		order = (x->line > y->line) - (x->line < y->line);
	return order ? order : (left->ns < right->ns) - (left->ns > right->ns);
}

static int compare_weights(const void *a, const void *b)
{
	const struct host_spot *left = a, *right = b;

	return (left->ns < right->ns) - (left->ns > right->ns);
}

static bool is_same_function(const struct host_time *time, const struct host_spot *a,
                             const struct host_spot *b)
{
	const struct host_place *x = place_of(time, a->site.own), *y = place_of(time, b->site.own);

	return is_still(a) == is_still(b) && strcmp(x->unit, y->unit) == 0 &&
	       strcmp(function_of(x), function_of(y)) == 0;
}

static bool is_same_line(const struct host_time *time, const struct host_spot *a,
                         const struct host_spot *b)
{
	const struct host_place *x = place_of(time, a->site.own), *y = place_of(time, b->site.own);

	return is_same_function(time, a, b) && x->line == y->line && strcmp(x->file, y->file) == 0;
}

/* Puts LINE where its weight has it, if it is among the heaviest. */
static void add_line(struct host_spot *spot, struct host_spot_line line)
{
	for (size_t i = 0; i < HOST_SPOT_LINES; i++) {
		const struct host_spot_line other = spot->lines[i];

		if (other.ns >= line.ns)
			continue;
		spot->lines[i] = line;
		line = other;
	}
}

/* Joins what IS_SAME, which lies together: the heaviest one stands for all. */
static size_t join(const struct host_time *time, struct host_spot *spots, size_t count,
                   bool (*is_same)(const struct host_time *, const struct host_spot *,
                                   const struct host_spot *))
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		struct host_spot *last = kept ? &spots[kept - 1] : NULL;
		const struct host_spot *spot = &spots[i];

		if (!last || !is_same(time, last, spot)) {
			spots[kept] = *spot;
			spots[kept++].site_ns = spot->ns;
			continue;
		}
		if (spot->ns > last->site_ns) {
			last->site = spot->site;
			last->site_kind = spot->site_kind;
			last->site_ns = spot->ns;
		}
		last->ns += spot->ns;
		last->before_ns += spot->before_ns;
		if (spot->lines[0].ns > 0)
			add_line(last, spot->lines[0]);
	}
	return kept;
}

/* Lines of their own, before functions are joined. */
static void name_lines(const struct host_time *time, struct host_spot *spots, size_t count)
{
	for (size_t i = 0; i < count; i++)
		spots[i].lines[0] =
		        (struct host_spot_line){ place_of(time, spots[i].site.own)->line,
			                         spots[i].ns };
}

static bool has_lost_samples(const struct trace *trace)
{
	for (size_t i = 0; i < trace->diagnostics_count; i++)
		if (strcmp(trace->diagnostics[i].code, "dropped-stacks") == 0)
			return true;
	return false;
}

/* Of the time before calls, what samples of native code cannot account for. */
static double still_ns(const struct host_time *time)
{
	const double missing_ns = time->wanted_sum_ns - time->sampled_sum_ns;

	if (!time->is_native || has_lost_samples(time->code->trace) ||
	    missing_ns <= DEVIATIONS * sqrt(time->squares_sum))
		return 0;
	return missing_ns;
}

double host_time_still(const struct host_time *time)
{
	return time->is_alone && time->called_sum_ns <= 0 ? still_ns(time) : 0;
}

static void add_spot(const struct host_time *time, struct host_spot *spots, size_t *count,
                     uint32_t stack, double ns, enum host_spot_kind kind)
{
	const struct host_site site = host_site_of(time->code, stack);
	const struct host_place *own = site.own == NONE ? NULL : place_of(time, site.own);

	/* Of a call, an address in a library helps nobody; of a sample it is where the time went.
	 */
	if (ns > 0 && own && (own->is_own || !own->is_nameless || kind == SPOT_IN))
		spots[(*count)++] = (struct host_spot){
			.site = site,
			.ns = ns,
			.kind = kind,
			.site_kind = kind,
			.before_ns = kind == SPOT_BEFORE ? ns : 0,
		};
}

/* What came before calls, PART of it. */
static void add_called(const struct host_time *time, struct host_spot *spots, size_t *count,
                       double part, enum host_spot_kind kind)
{
	for (uint32_t i = 0; i < time->code->trace->host_stacks_count; i++)
		add_spot(time, spots, count, i, part * time->called_ns[i], kind);
}

static void add_sampled(const struct host_time *time, struct host_spot *spots, size_t *count)
{
	for (uint32_t i = 0; i < time->code->trace->host_stacks_count; i++) {
		add_spot(time, spots, count, i, time->sampled_ns[i] - time->late_ns[i], SPOT_IN);
		add_spot(time, spots, count, i, time->late_ns[i], SPOT_BEFORE);
	}
	if (time->called_sum_ns > 0)
		add_called(time, spots, count, still_ns(time) / time->called_sum_ns, SPOT_STILL);
}

/* A spot by what most of it is, of SUM_NS in all. */
static void finish(struct host_spot *spot, double sum_ns)
{
	const double before_percent = 100 * spot->before_ns / spot->ns;

	spot->share = spot->ns / sum_ns;
	if (!is_still(spot))
		spot->kind = before_percent >= MOST_PERCENT         ? SPOT_BEFORE
		             : before_percent <= 100 - MOST_PERCENT ? SPOT_IN
		                                                    : SPOT_AROUND;
}

int host_time_spots(const struct host_time *time, struct host_spot **spots, size_t *count)
{
	const size_t stacks = time->code->trace->host_stacks_count;
	double sum_ns = time->unknown_ns;

	*count = 0;
	*spots = malloc((3 * stacks + 1) * sizeof **spots);
	if (!*spots)
		return -ENOMEM;
	if (time->samples >= ANSWERS_MIN)
		add_sampled(time, *spots, count);
	else
		add_called(time, *spots, count, 1, SPOT_BEFORE);
	if (*count)
		qsort_r(*spots, *count, sizeof **spots, compare_code, (void *)(uintptr_t)time);
	*count = join(time, *spots, *count, is_same_line);
	name_lines(time, *spots, *count);
	*count = join(time, *spots, *count, is_same_function);
	if (*count)
		qsort(*spots, *count, sizeof **spots, compare_weights);
	for (size_t i = 0; i < *count; i++)
		sum_ns += (*spots)[i].ns;
	for (size_t i = 0; i < *count; i++)
		finish(&(*spots)[i], sum_ns);
	return 0;
}

/* " (lines 31: 20 %, 35: 12 %)", those that are worth it. */
static void write_lines(char text[HOST_PLACE_TEXT], const struct host_spot *spot)
{
	size_t count = 1;
	int used;

	while (count < HOST_SPOT_LINES &&
	       100 * spot->share * spot->lines[count].ns >= HOST_SPOT_MIN_PERCENT * spot->ns)
		count++;
	used = snprintf(text, HOST_PLACE_TEXT, count > 1 ? " (lines " : " (line ");
	for (size_t i = 0; i < count; i++)
		used += snprintf(text + used, HOST_PLACE_TEXT - (size_t)used, "%s%d: %.0f %%",
		                 i ? ", " : "", spot->lines[i].line,
		                 100 * spot->share * spot->lines[i].ns / spot->ns);
	snprintf(text + used, HOST_PLACE_TEXT - (size_t)used, ")");
}

/* Whole percents: there are some hundred samples a second, and seldom many seconds. */
const char *host_spot_text(char text[HOST_SPOT_TEXT], const struct host_code *code,
                           const struct host_spot *spot, const char *of)
{
	static const char *const words[] = {
		[SPOT_IN] = "in",
		[SPOT_BEFORE] = "before",
		[SPOT_AROUND] = "in or before",
		[SPOT_STILL] = "not running, or in the kernel, before",
	};
	struct host_place place = code->places[spot->site.own];
	char own[HOST_PLACE_TEXT], caller[HOST_PLACE_TEXT] = "", inner[HOST_PLACE_TEXT] = "";
	char lines[HOST_PLACE_TEXT] = "";

	if (place.line && 100 * spot->lines[0].ns < MOST_PERCENT * spot->ns) {
		write_lines(lines, spot);
		place.line = 0;
	}
	host_place_text(own, &place);
	if (spot->site.caller != NONE)
		host_place_text(caller, &code->places[spot->site.caller]);
	if (spot->site.inner != NONE && spot->site_kind == SPOT_IN)
		host_place_text(inner, &code->places[spot->site.inner]);
	snprintf(text, HOST_SPOT_TEXT, "%.0f %%%s %s %s%s%s%s%s%s", 100 * spot->share, of,
	         words[spot->kind], own, lines, *inner ? ", in " : "", inner,
	         *caller ? ", called from " : "", caller);
	return text;
}
