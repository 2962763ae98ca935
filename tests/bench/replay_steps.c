/* SPDX-License-Identifier: MIT */
/*
 * replay-steps [-s NS] TRACE...: how far the replay of the unchanged run is off what was recorded,
 * in percent of the run without the time in which CUDA starts and ends. With -s also where they
 * part: calls and operations in order of their recorded start, where the replay starts or ends NS
 * or more earlier or later, in relation to the record, than at the one printed before; and the
 * recorded and the replayed cause of each operation, and what it or a call waited for (-1:
 * nothing).
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "graph/graph.h"
#include "graph/walk.h"
#include "trace/trace_loader.h"

static int64_t least_ns;

struct replayed_step {
	int64_t start_ns, end_ns, replayed_start_ns, replayed_end_ns; /* on the trace's clock */
	bool is_call;
	uint32_t id;
};

static int compare_steps(const void *a, const void *b)
{
	const struct replayed_step *x = a, *y = b;

	if (x->start_ns != y->start_ns)
		return (x->start_ns > y->start_ns) - (x->start_ns < y->start_ns);
	return y->is_call - x->is_call;
}

static bool is_far(int64_t drift_ns, int64_t from_ns)
{
	return llabs(drift_ns - from_ns) >= least_ns;
}

static void print_what(const struct graph *graph, const struct timeline *replayed,
                       const struct replayed_step *step)
{
	const struct trace *trace = graph->trace;

	if (step->is_call) {
		printf("call %" PRIu32 " thread %u %s", step->id, trace->calls.thread[step->id],
		       trace->call_names[trace->calls.name[step->id]].name);
		printf(" waited %d -> %d\n", (int)graph->waited[step->id],
		       (int)replayed->waited[step->id]);
		return;
	}
	printf("  op %" PRIu32 " type %u stream %" PRIu32 " call %d  %s (%d) -> %s (%d)\n",
	       step->id, trace->operations.type[step->id], trace->operations.stream[step->id],
	       (int)trace->operations.call[step->id], cause_ids[graph->cause[step->id]],
	       (int)graph->blocker[step->id], cause_ids[replayed->cause[step->id]],
	       (int)replayed->blocker[step->id]);
}

static struct replayed_step *make_steps(const struct trace *trace, const struct walk_output *out)
{
	const struct trace_operations *o = &trace->operations;
	const struct trace_calls *c = &trace->calls;
	const size_t count = o->count + c->count;
	const int64_t shift_ns = trace->first_ns - out->first_ns;
	struct replayed_step *steps = calloc(count + 1, sizeof *steps);

	if (!steps)
		return NULL;
	for (size_t i = 0; i < c->count; i++)
		steps[i] = (struct replayed_step){ c->start_ns[i],
			                           c->end_ns[i],
			                           out->call_start_ns[i] + shift_ns,
			                           out->call_end_ns[i] + shift_ns,
			                           true,
			                           (uint32_t)i };
	for (size_t i = 0; i < o->count; i++)
		steps[c->count + i] = (struct replayed_step){ o->start_ns[i],
			                                      o->end_ns[i],
			                                      out->start_ns[i] + shift_ns,
			                                      out->end_ns[i] + shift_ns,
			                                      false,
			                                      (uint32_t)i };
	qsort(steps, count, sizeof *steps, compare_steps);
	return steps;
}

static void print_steps(const struct graph *graph, const struct walk_output *out)
{
	const struct trace *trace = graph->trace;
	const size_t count = trace->operations.count + trace->calls.count;
	struct replayed_step *steps = make_steps(trace, out);
	int64_t printed_ns[2] = { 0, 0 }; /* of operations and of calls */

	if (!steps)
		exit(EXIT_FAILURE);
	printf("%14s %12s %12s %12s %12s\n", "start us", "takes us", "replayed us", "start off",
	       "end off");
	for (size_t i = 0; i < count; i++) {
		const struct replayed_step *s = &steps[i];
		const int64_t start_off_ns = s->replayed_start_ns - s->start_ns;
		const int64_t end_off_ns = s->replayed_end_ns - s->end_ns;

		if (!is_far(start_off_ns, printed_ns[s->is_call]) &&
		    !is_far(end_off_ns, printed_ns[s->is_call]))
			continue;
		printed_ns[s->is_call] = end_off_ns;
		printf("%14.3f %12.3f %12.3f %+12.3f %+12.3f ",
		       (double)(s->start_ns - trace->first_ns) / 1e3,
		       (double)(s->end_ns - s->start_ns) / 1e3,
		       (double)(s->replayed_end_ns - s->replayed_start_ns) / 1e3,
		       (double)start_off_ns / 1e3, (double)end_off_ns / 1e3);
		print_what(graph, out->timeline, s);
	}
	free(steps);
}

/* How far the replay is off, in percent of the run without the time in which CUDA starts and ends.
 */
static double error_percent(const struct graph *graph)
{
	return (graph->replayed_ns < graph->run.wall_ns ? -100 : 100) * graph_replay_error(graph);
}

static int replay_steps(const struct graph *graph)
{
	const size_t operations = graph->trace->operations.count + 1;
	const size_t calls = graph->trace->calls.count + 1;
	struct timeline timeline = {
		.ready_ns = calloc(operations, sizeof *timeline.ready_ns),
		.cause = calloc(operations, sizeof *timeline.cause),
		.blocker = calloc(operations, sizeof *timeline.blocker),
		.base = calloc(operations, sizeof *timeline.base),
		.waited = calloc(calls, sizeof *timeline.waited),
	};
	struct walk_output out = {
		.start_ns = calloc(operations, sizeof *out.start_ns),
		.end_ns = calloc(operations, sizeof *out.end_ns),
		.call_start_ns = calloc(calls, sizeof *out.call_start_ns),
		.call_end_ns = calloc(calls, sizeof *out.call_end_ns),
		.timeline = &timeline,
	};
	int err = timeline.ready_ns && timeline.cause && timeline.blocker && timeline.base &&
	                          timeline.waited && out.start_ns && out.end_ns &&
	                          out.call_start_ns && out.call_end_ns
	                  ? walk_replay(graph, NULL, &out)
	                  : -ENOMEM;

	if (!err)
		print_steps(graph, &out);
	free(timeline.ready_ns);
	free(timeline.cause);
	free(timeline.blocker);
	free(timeline.base);
	free(timeline.waited);
	free(out.start_ns);
	free(out.end_ns);
	free(out.call_start_ns);
	free(out.call_end_ns);
	return err;
}

static int replay(const char *path, bool has_steps)
{
	char error[TRACE_ERROR_MAX];
	struct trace trace;
	struct graph graph;
	int err;

	if (trace_load(&trace, path, error)) {
		fprintf(stderr, "replay-steps: cannot load the trace: path=\"%s\": %s\n", path,
		        error);
		return -EINVAL;
	}
	err = graph_build(&graph, &trace);
	if (!err) {
		printf("%+.3f %% %s\n", error_percent(&graph), path);
		if (has_steps)
			err = replay_steps(&graph);
		graph_release(&graph);
	}
	if (err)
		fputs("replay-steps: out of memory\n", stderr);
	trace_release(&trace);
	return err;
}

int main(int argc, char **argv)
{
	bool has_steps = false;
	int option, failed = 0;

	while ((option = getopt(argc, argv, "s:")) == 's') {
		has_steps = true;
		least_ns = atoll(optarg);
	}
	if (option != -1 || optind == argc) {
		fputs("Usage: replay-steps [-s NS] TRACE...\n", stderr);
		return EXIT_FAILURE;
	}
	for (int i = optind; i < argc; i++)
		failed |= replay(argv[i], has_steps) != 0;
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
