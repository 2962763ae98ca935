/* SPDX-License-Identifier: MIT */
/* Rule stream-in-loop: streams or events made and destroyed again and again. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/interval.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"
#include "trace/call_class.h"

enum { TIMES };

static const struct threshold thresholds[] = {
	[TIMES] = { "times", REPEATS_MIN, "times" },
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

static int judge(struct check *check, const bool *issues, const struct thing *thing)
{
	struct rounds rounds;
	int err = find_rounds(&rounds, check->trace, issues, thing, NULL);
	const bool is_finding = !err && rounds.count >= thresholds[TIMES].value &&
	                        is_worth(check, interval_set_length(&rounds.time));

	rounds_release(&rounds);
	return is_finding ? report(check, issues, thing) : err;
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
	free(issues);
	check_failed(check, err);
}

static void fix_stream_in_loop(const struct check *check, const struct finding *finding,
                               struct scenario *scenario)
{
	(void)check;
	for (size_t i = 0; i < finding->targets_count; i++)
		scenario_change_call(scenario, finding->targets[i], CALL_DROPPED);
}

const struct rule rule_stream_in_loop = {
	.id = "stream-in-loop",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, worth_threshold },
	.check = check_stream_in_loop,
	.fix = fix_stream_in_loop,
};
