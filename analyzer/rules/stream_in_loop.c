/* SPDX-License-Identifier: MIT */
/* Rule stream-in-loop: streams, events or contexts made and destroyed again and again. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/interval.h"
#include "code/host_time.h"
#include "kernel/kernel_library.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/worth.h"
#include "trace/call_class.h"

enum { TIMES, STARTED };

static const struct threshold thresholds[] = {
	[TIMES] = { "times", REPEATS_MIN, "times" },
	[STARTED] = { "contexts", 2, "times" },
	{ .name = NULL },
};

/* What can be made once and kept. */
static const struct thing {
	enum call_class class;
	const char *singular, *plural;
} things[] = {
	{ CALL_STREAM, "stream", "streams" },
	{ CALL_EVENT, "event", "events" },
};

/*
 * Rounds: something was made after something was destroyed and work was issued. All that are made
 * until more work is issued belong to the same round.
 */
struct rounds {
	int64_t count;
	int64_t made, gone;             /* in all rounds; gone: destroyed */
	bool has_destroyed, has_issued; /* since the last one was made */
	bool is_within;                 /* a round has begun, and no work was issued since */
	uint32_t *destroyed;            /* since the last one was made: calls */
	size_t destroyed_count;
	uint32_t first_made, first_destroyed; /* calls of the first round; NONE */
	struct interval_set time;
};

/* Adds CALL, which a program that keeps what it made would not make. */
static int add_call(struct rounds *rounds, const struct trace *trace, uint32_t call,
                    struct finding *f)
{
	if (f)
		finding_target(f, call);
	return interval_set_add(&rounds->time, trace->calls.start_ns[call],
	                        trace->calls.end_ns[call]);
}

static int make(struct rounds *rounds, const struct trace *trace, uint32_t call, struct finding *f)
{
	int err = 0;

	if (rounds->has_destroyed && rounds->has_issued) {
		if (!rounds->count++) {
			rounds->first_made = call;
			rounds->first_destroyed = rounds->destroyed[0];
		}
		rounds->is_within = true;
		rounds->gone += (int64_t)rounds->destroyed_count;
		for (size_t i = 0; i < rounds->destroyed_count && !err; i++)
			err = add_call(rounds, trace, rounds->destroyed[i], f);
	}
	rounds->has_destroyed = rounds->has_issued = false;
	rounds->destroyed_count = 0;
	rounds->made += rounds->is_within;
	return !err && rounds->is_within ? add_call(rounds, trace, call, f) : err;
}

/* Goes through all calls for THING; the calls of rounds become targets of F unless that is NULL. */
static int find_rounds(struct rounds *rounds, const struct trace *trace, const bool *issues,
                       const struct thing *thing, struct finding *f)
{
	int err = 0;

	*rounds = (struct rounds){ .first_made = NONE, .first_destroyed = NONE };
	rounds->destroyed = malloc((trace->calls.count + 1) * sizeof *rounds->destroyed);
	if (!rounds->destroyed)
		return -ENOMEM;
	for (uint32_t c = 0; c < trace->calls.count && !err; c++) {
		const char *name = trace->call_names[trace->calls.name[c]].name;

		if (issues[c]) {
			rounds->has_issued = true;
			rounds->is_within = false;
		}
		if (call_class(trace, c) != thing->class)
			continue;
		if (strstr(name, "Destroy")) {
			rounds->has_destroyed = true;
			rounds->destroyed[rounds->destroyed_count++] = c;
		} else if (strstr(name, "Create")) {
			err = make(rounds, trace, c, f);
		}
	}
	interval_set_unite(&rounds->time);
	return err;
}

static void rounds_release(struct rounds *rounds)
{
	free(rounds->destroyed);
	interval_set_release(&rounds->time);
}

static int report(struct check *check, const bool *issues, const struct thing *thing)
{
	struct finding *f = finding_add(check, thing->plural);
	struct rounds rounds;
	int err = find_rounds(&rounds, check->trace, issues, thing, f);
	int64_t most;

	most = rounds.made > rounds.gone ? rounds.made : rounds.gone;
	f->cost_ns = interval_set_length(&rounds.time);
	f->occurrences = rounds.count;
	if (most > rounds.count)
		finding_headline(f, "%s were made and destroyed in %s: %s in these calls",
		                 name_count(NAME, most, thing->singular, thing->plural),
		                 name_count(NAME, rounds.count, "round", "rounds"),
		                 format_duration(FORMAT, f->cost_ns));
	else
		finding_headline(f, "%s were made and destroyed %s: %s in these calls",
		                 thing->plural, name_count(NAME, rounds.count, "time", "times"),
		                 format_duration(FORMAT, f->cost_ns));
	finding_advice(f,
	               "Make each %s once, before the loop, and use it again; a pool of them where "
	               "the number varies.",
	               thing->singular);
	if (rounds.first_made != NONE)
		finding_fact(f, "calls", "%s, %s", name_call(NAME, check->trace, rounds.first_made),
		             name_call(NAME, check->trace, rounds.first_destroyed));
	rounds_release(&rounds);
	return err;
}

/* Whether the stack of SAMPLE has the class of PyTorch's by which programs make them. */
static bool is_by_program(const struct trace *trace, const struct trace_host_sample *sample)
{
	for (uint32_t s = sample->stack; s != NONE; s = trace->host_stacks[s].parent) {
		const struct trace_host_frame *frame =
		        &trace->host_frames[trace->host_stacks[s].frame];

		if (frame->binary == NONE && strstr(frame->file, "/torch/cuda/streams.py"))
			return true;
	}
	return false;
}

/*
 * Whether a framework of Python makes and destroys THING, as far as is known: then the program
 * cannot keep them. Returns 0 or -ENOMEM.
 */
static int find_framework(bool *is_framework, struct check *check, const struct thing *thing)
{
	int err;
	const struct framework *framework = kernels_framework(check->trace, &err);
	struct host_time time;
	int64_t own = 0, all = 0;

	*is_framework = !err && framework && framework->is_of_python;
	if (!*is_framework || !check->host)
		return err;
	err = host_time_init(&time, check->host);
	for (uint32_t c = 0; c < check->trace->calls.count && !err; c++) {
		const struct trace_host_sample *sample =
		        call_class(check->trace, c) == thing->class ? host_time_caller(&time, c)
		                                                    : NULL;

		all += sample != NULL;
		own += sample && is_by_program(check->trace, sample);
	}
	host_time_release(&time);
	*is_framework = 2 * own <= all;
	return err;
}

static int judge(struct check *check, const bool *issues, const struct thing *thing)
{
	bool is_framework = false;
	struct rounds rounds;
	int err = find_rounds(&rounds, check->trace, issues, thing, NULL);
	const bool is_finding = !err && rounds.count >= thresholds[TIMES].value &&
	                        is_worth(check, interval_set_length(&rounds.time));

	rounds_release(&rounds);
	if (is_finding)
		err = find_framework(&is_framework, check, thing);
	return is_finding && !err && !is_framework ? report(check, issues, thing) : err;
}

/* ---- contexts ---- */

/* Calls that end CUDA, and those that start it again behind them. */
struct contexts {
	int64_t resets, restarts;
	int64_t reset_ns, restart_ns;
	uint32_t reset, restart; /* the first ones; NONE */
	struct interval_set time;
};

/* What CALL takes: of one that ends CUDA, what is behind the work that it waited for; of one that
 * starts it, what a call like it does not take. */
static struct interval time_of(const struct check *check, uint32_t call)
{
	const struct graph *graph = check->graph;
	const uint32_t waited = graph->waited[call];
	const int64_t end_ns = check_call_end_ns(check, call) - graph_start_own_ns(graph, call);
	const int64_t ran_ns = waited == NONE ? 0 : check->trace->operations.end_ns[waited];
	int64_t start_ns = check->trace->calls.start_ns[call];

	if (graph_is_reset(graph, call) && ran_ns > start_ns)
		start_ns = ran_ns;
	return (struct interval){ start_ns, end_ns > start_ns ? end_ns : start_ns };
}

static int find_contexts(struct contexts *contexts, const struct check *check)
{
	const struct graph *graph = check->graph;
	int err = 0;

	*contexts = (struct contexts){ .reset = NONE, .restart = NONE };
	for (uint32_t c = 0; c < check->trace->calls.count && !err; c++) {
		const bool is_restart = graph_is_restart(graph, c);
		struct interval time;

		if (!is_restart && !graph_is_reset(graph, c))
			continue;
		time = time_of(check, c);
		err = interval_set_add(&contexts->time, time.start_ns, time.end_ns);
		if (is_restart) {
			contexts->restarts++;
			contexts->restart_ns += time.end_ns - time.start_ns;
			contexts->restart = contexts->restart == NONE ? c : contexts->restart;
		} else {
			contexts->resets++;
			contexts->reset_ns += time.end_ns - time.start_ns;
			contexts->reset = contexts->reset == NONE ? c : contexts->reset;
		}
	}
	interval_set_unite(&contexts->time);
	return err;
}

static void report_contexts(struct check *check, const struct contexts *contexts)
{
	const struct trace *trace = check->trace;
	struct finding *f = finding_add(check, "contexts");
	char first[NAME_MAX_BYTES], last[NAME_MAX_BYTES];

	f->cost_ns = interval_set_length(&contexts->time);
	f->occurrences = contexts->restarts;
	finding_headline(f, "CUDA was ended and started again %s: %s in these calls",
	                 name_count(NAME, contexts->restarts, "time", "times"),
	                 format_duration(FORMAT, f->cost_ns));
	finding_advice(f, "%s", rule_note(f->rule, RULE_ADVICE, "contexts"));
	name_call(first, trace, contexts->reset);
	name_call(last, trace, contexts->restart);
	finding_fact(f, "calls", "%s %s, and then, in which CUDA starts, such as %s %s", first,
	             format_duration(FORMAT, contexts->reset_ns), last,
	             format_duration(FORMAT, contexts->restart_ns));
	for (uint32_t c = 0; c < trace->calls.count; c++)
		if (graph_is_reset(check->graph, c) || graph_is_restart(check->graph, c))
			finding_target(f, c);
}

static int judge_contexts(struct check *check)
{
	struct contexts contexts;
	int err = find_contexts(&contexts, check);

	if (!err && contexts.restarts >= thresholds[STARTED].value &&
	    is_worth(check, interval_set_length(&contexts.time)))
		report_contexts(check, &contexts);
	interval_set_release(&contexts.time);
	return err;
}

static void check_stream_in_loop(struct check *check)
{
	const struct trace *trace = check->trace;
	bool *issues = calloc(trace->calls.count + 1, sizeof *issues); /* by call */
	int err = issues ? 0 : -ENOMEM;

	for (size_t i = 0; issues && i < trace->operations.count; i++)
		if (trace->operations.call[i] != NONE)
			issues[trace->operations.call[i]] = true;
	for (size_t i = 0; i < sizeof things / sizeof *things && !err; i++)
		err = judge(check, issues, &things[i]);
	if (!err)
		err = judge_contexts(check);
	free(issues);
	check_failed(check, err);
}

static void fix_stream_in_loop(const struct check *check, const struct finding *finding,
                               struct scenario *scenario)
{
	const struct graph *graph = check->graph;

	for (size_t i = 0; i < finding->targets_count; i++) {
		const uint32_t call = finding->targets[i];

		/* What these waited for is still waited for, and the other allocates still. */
		if (graph_is_reset(graph, call) || graph_is_restart(graph, call))
			scenario_call_duration(scenario, call, graph_start_own_ns(graph, call));
		else
			scenario_change_call(scenario, call, CALL_DROPPED);
	}
}

const struct rule rule_stream_in_loop = {
	.id = "stream-in-loop",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, worth_threshold },
	.check = check_stream_in_loop,
	.fix = fix_stream_in_loop,
};
