/* SPDX-License-Identifier: MIT */
/* Makes the report, one process at a time. */
#include "graph/fill_pages.h"
#include "graph/recorder_cost.h"
#include "report/report_parts.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "report/fine_timeline.h"
#include "rules/shared/rule.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"
#include "base/array.h"
#include "base/statistics.h"
#include "code/demangle.h"
#include "code/source.h"
#include "trace/recorder_time.h"
#include "trace/trace_parts.h"

enum {
	DETAILED_STEPS = 4000000, /* calls and operations of a run that is replayed with details */
	RANGE_STEPS = 10000,      /* NVTX ranges looked at for the innermost one around a call */
};

static const char *copy(struct report *report, const char *text)
{
	return report_keep_text(report, strdup(text));
}

/* Adds MORE items of 0 bytes to the array; false without memory. */
static bool grow(struct report *report, void *array, size_t *count, size_t more, size_t item_bytes)
{
	while (more-- > 0) {
		void *added = array_add(array, count, item_bytes);

		if (!added) {
			report->memory->error = -ENOMEM;
			return false;
		}
		memset(added, 0, item_bytes);
	}
	return true;
}

/* ---- operations ---- */

static bool starts_until(const void *item, const void *key)
{
	return ((const struct trace_marker *)item)->start_ns <= *(const int64_t *)key;
}

/* The innermost NVTX range around the start of CALL, on its thread; NULL: none, or too far back. */
static const char *range_of(struct report *report, const struct trace *trace, uint32_t call)
{
	int64_t time_ns;
	size_t place;

	if (call == NONE)
		return NULL;
	time_ns = trace->calls.start_ns[call];
	place = lower_bound(&time_ns, trace->markers, trace->markers_count, sizeof *trace->markers,
	                    starts_until);
	for (size_t steps = 0; place-- > 0 && steps < RANGE_STEPS; steps++) {
		const struct trace_marker *m = &trace->markers[place];

		if (m->end_ns > time_ns && m->thread == trace->calls.thread[call])
			return report_range_name(report, m->name);
	}
	return NULL;
}

static int queue_of(const struct trace *trace, uint32_t i)
{
	uint16_t channel = trace->operations.channel[i];

	return channel == UINT16_MAX ? -1 : channel;
}

static struct report_operation operation_of(struct report *report, const struct graph *graph,
                                            uint32_t i)
{
	const struct trace *trace = graph->trace;
	const struct trace_operations *o = &trace->operations;
	const struct trace_stream *stream = &trace->streams[o->stream[i]];
	uint32_t blocker = graph->blocker[i];
	struct report_operation operation = {
		.name = report_operation_name(report, trace, i),
		.range = range_of(report, trace, o->call[i]),
		.start_ns = o->start_ns[i],
		.duration_ns = operation_length_ns(trace, i),
		.wait_ns = graph_wait_ns(graph, i),
		.cause = (enum cause)graph->cause[i],
		.device = trace->devices[stream->device].id,
		.stream = stream->cuda_stream_id,
		.queue = queue_of(trace, i),
	};

	if (blocker != NONE) {
		operation.blocker = report_operation_name(report, trace, blocker);
		operation.blocker_stream = trace->streams[o->stream[blocker]].cuda_stream_id;
		operation.blocker_start_ns = o->start_ns[blocker];
		operation.blocker_duration_ns = operation_length_ns(trace, blocker);
	}
	return operation;
}

/* ---- findings ---- */

static void add_advice_parts(struct report *report, struct report_finding *to,
                             const struct finding *from)
{
	const struct finding_advice_parts *parts = &from->parts;

	to->general = to->advice;
	to->notes = report_array(report, parts->notes_count, sizeof *to->notes);
	if (!parts->framework || !to->notes)
		return;
	to->framework = parts->framework;
	to->general = report_text(report, "%.*s", (int)parts->general_length, from->advice);
	for (size_t i = 0; i < parts->notes_count; i++)
		to->notes[to->notes_count++] = parts->notes[i];
}

/* A gain of the host's pace is as uncertain as what recording took of that: call by call, of which
 * the finding is about some; in Python beside them, all over the run. */
static int64_t gain_error_ns(const struct graph *graph, const struct finding *finding)
{
	const int64_t alone_ns = graph_alone_ns(graph);
	const double calls = (double)graph->trace->calls.count;
	int64_t recorder_ns;

	if (!finding->is_slow_issue || alone_ns <= 0 || calls <= 0)
		return finding->gain_error_ns;
	if (report_is_python(graph->trace))
		recorder_ns = (int64_t)((double)report_alone_error_ns(graph, alone_ns) *
		                        (double)finding->gain_ns / (double)alone_ns);
	else
		recorder_ns =
		        (int64_t)((double)recorder_calls_error_ns(graph->run.wall_ns, alone_ns) *
		                  fmin((double)finding->occurrences / calls, 1));
	return finding->gain_error_ns + (recorder_ns > finding->recorder_doubt_ns
	                                         ? recorder_ns
	                                         : finding->recorder_doubt_ns);
}

static void add_finding(struct report *report, struct report_finding *to, const struct graph *graph,
                        const struct finding *from)
{
	const int64_t alone_ns = graph_alone_ns(graph);
	const struct finding *same = from->same_launches;

	*to = (struct report_finding){
		.rule = from->rule,
		.rank = finding_rank(from),
		.severity = from->severity,
		.subject = copy(report, from->subject),
		.headline = copy(report, from->headline),
		.advice = copy(report, from->advice),
		.process = (uint32_t)report->processes_count - 1,
		.cost_ns = from->cost_ns,
		.cost_percent = percent_of(from->cost_ns, graph->run.wall_ns),
		.occurrences = from->occurrences,
		.is_predicted = from->is_predicted,
		.gain_ns = from->gain_ns,
		.gain_error_ns = gain_error_ns(graph, from),
		.gain_percent = percent_of(from->gain_ns, alone_ns),
		.file = from->file ? copy(report, from->file) : NULL,
		.line = from->line,
		.host_file = from->host_file ? copy(report, from->host_file) : NULL,
		.host_line = from->host_line,
		.is_slow_issue = from->is_slow_issue,
		.condition = from->condition,
		.is_unmeasured = from->is_unmeasured,
		.same_rule = same ? same->rule : NULL,
		.same_subject = same ? copy(report, same->subject) : NULL,
		.launches_ns = from->launches_ns,
	};
	add_advice_parts(report, to, from);
	if (!from->is_predicted)
		to->not_predicted =
		        copy(report, from->not_predicted ? from->not_predicted
		                                         : "this rule predicts no gain");
	/* One more: it names another finding, whose number is known once all are there. */
	to->facts = report_array(report, from->facts_count + 1, sizeof *to->facts);
	to->operations = report_array(report, from->operations_count, sizeof *to->operations);
	if (!to->facts || !to->operations)
		return;
	for (size_t i = 0; i < from->facts_count; i++)
		to->facts[to->facts_count++] =
		        (struct report_pair){ copy(report, from->facts[i].label),
			                      copy(report, from->facts[i].text) };
	for (size_t i = 0; i < from->operations_count; i++)
		to->operations[to->operations_count++] =
		        operation_of(report, graph, from->operations[i]);
}

/* Whether the trace is short enough to replay it with all details: 33 bytes an operation, 16 a
 * call. */
static bool keeps_replays(const struct trace *trace)
{
	return trace->operations.count + trace->calls.count <= DETAILED_STEPS;
}

static void add_findings(struct report *report, const struct graph *graph,
                         const struct findings *findings)
{
	size_t before = report->findings_count, abstained = report->abstentions_count,
	       small = report->small_count;

	if (!grow(report, &report->findings, &report->findings_count, findings->count,
	          sizeof *report->findings) ||
	    !grow(report, &report->abstentions, &report->abstentions_count,
	          findings->abstentions_count, sizeof *report->abstentions) ||
	    !grow(report, &report->small, &report->small_count, findings->small_count,
	          sizeof *report->small))
		return;
	for (size_t i = 0; i < findings->count; i++)
		add_finding(report, &report->findings[before + i], graph, findings->items[i]);
	for (size_t i = 0; i < findings->abstentions_count; i++)
		report->abstentions[abstained + i] = (struct report_abstention){
			.rule = findings->abstentions[i].rule,
			.reason = copy(report, findings->abstentions[i].reason),
			.process = (uint32_t)report->processes_count - 1,
		};
	for (size_t i = 0; i < findings->small_count; i++)
		report->small[small + i] =
		        (struct report_small){ findings->small[i]->rule,
			                       copy(report, findings->small[i]->subject) };
}

/* ---- the process ---- */

/* "SIGTERM"; NULL: NUMBER is none. */
static const char *signal_name(struct report *report, int number)
{
#define SIGNAL(name) [name] = #name
	static const char *const names[] = {
		SIGNAL(SIGHUP),  SIGNAL(SIGINT),  SIGNAL(SIGQUIT), SIGNAL(SIGILL),
		SIGNAL(SIGABRT), SIGNAL(SIGBUS),  SIGNAL(SIGFPE),  SIGNAL(SIGKILL),
		SIGNAL(SIGUSR1), SIGNAL(SIGSEGV), SIGNAL(SIGUSR2), SIGNAL(SIGPIPE),
		SIGNAL(SIGALRM), SIGNAL(SIGTERM), SIGNAL(SIGXCPU), SIGNAL(SIGXFSZ),
	};
#undef SIGNAL

	if (number <= 0)
		return NULL;
	return (size_t)number < sizeof names / sizeof *names && names[number]
	               ? names[number]
	               : report_text(report, "signal %d", number);
}

static void add_origin(struct report *report, struct report_process *p, const struct trace *trace)
{
	char label[REPORT_PROGRAM_MAX];

	p->path = copy(report, trace->path);
	p->name = report_program_name(report, trace);
	p->rank = report_rank(trace);
	report_process_text(label, trace);
	p->label = copy(report, label);
	p->pid = trace->pid;
	p->start_unix_ns = trace->start_unix_ns;
	p->host = copy(report, trace->host);
	p->executable = copy(report, trace->executable);
	p->command_line = copy(report, trace->command_line);
	p->working_folder = copy(report, trace->working_folder);
	p->collector_version = copy(report, trace->collector_version);
	p->is_complete = trace->is_complete;
	p->ending = "";
	p->end_signal = signal_name(report, trace->end_signal);
	p->exit_status = trace->exit_status;
	p->has_hardware_times = trace->has_hardware_times;
	p->driver_version = trace->driver_version;
	p->runtime_version = trace->runtime_version;
	p->first_ns = trace->first_ns;
	p->last_ns = trace->last_ns;
	p->part = trace->part;
	if (p->part.name)
		p->part.name = copy(report, trace->part.name);
	p->calls = (int64_t)trace->calls.count;
	p->untimed_operations = trace->untimed_operations;
	p->environment = report_array(report, trace->environment_count, sizeof *p->environment);
	for (size_t i = 0; p->environment && i < trace->environment_count; i++)
		p->environment[p->environment_count++] =
		        (struct report_pair){ copy(report, trace->environment[i].name),
			                      copy(report, trace->environment[i].value) };
	p->diagnostics = report_array(report, trace->diagnostics_count, sizeof *p->diagnostics);
	for (size_t i = 0; p->diagnostics && i < trace->diagnostics_count; i++) {
		const struct trace_diagnostic *d = &trace->diagnostics[i];

		p->diagnostics[p->diagnostics_count++] = (struct report_diagnostic){
			.code = copy(report, d->code),
			/* Often a function; anything else stays as it is. */
			.subject = report_keep_text(report, demangle(d->subject)),
			.message = copy(report, d->message),
			.severity = d->severity < 0   ? 0
			            : d->severity > 2 ? 2
			                              : d->severity,
			.count = d->count,
		};
	}
}

const struct report_diagnostic *report_ended_early(const struct report_process *p)
{
	for (size_t i = 0; i < p->diagnostics_count; i++)
		if (strcmp(p->diagnostics[i].code, "ended-early") == 0)
			return &p->diagnostics[i];
	return NULL;
}

static void add_devices(struct report *report, struct report_process *p, const struct graph *graph)
{
	const struct trace *trace = graph->trace;

	p->devices = report_array(report, trace->devices_count, sizeof *p->devices);
	for (size_t i = 0; p->devices && i < trace->devices_count; i++) {
		const struct trace_device *d = &trace->devices[i];

		p->devices[p->devices_count++] = (struct report_device){
			.id = d->id,
			.name = copy(report, d->name),
			.uuid = copy(report, d->uuid),
			.cc_major = d->cc_major,
			.cc_minor = d->cc_minor,
			.multiprocessors = d->multiprocessors,
			.memory_bytes = d->memory_bytes,
			.memory_bandwidth_bytes_per_s = d->memory_bandwidth_bytes_per_s,
			.summary = p->summary.devices[i],
			.budget = graph->devices[i],
			.fill_pages_ns = fill_pages_of_device_ns(trace, (uint32_t)i),
			.idle = graph->idle[i],
		};
	}
}

static struct report_graphs graphs_of(const struct trace *trace)
{
	struct report_graphs graphs = { .graphs = trace->graphs_count };

	for (size_t i = 0; i < trace->graphs_count; i++) {
		const struct trace_graph *graph = &trace->graphs[i];

		graphs.unknown_graphs += graph->unknown_launches > 0;
		graphs.unknown_launches += graph->unknown_launches;
		graphs.measured_launches += graph->measured_launches;
		graphs.launches += graph->scaled_launches;
		graphs.scaled_operations += graph->scaled_operations;
	}
	graphs.launches += graphs.measured_launches + graphs.unknown_launches;
	return graphs;
}

static double in_graphs_percent(const struct kernel_profiles *profiles)
{
	double percent = 0;

	for (size_t i = 0; i < profiles->hottest_count; i++) {
		const struct kernel_profile *function = &profiles->functions[profiles->hottest[i]];

		percent += kernel_profile_is_in_graphs(function) ? function->time_percent : 0;
	}
	return percent;
}

/* What the parts of a process are made from. */
struct making {
	struct report *report;
	struct report_process *process;
	const struct report_options *options;
	const struct graph *graph;
	const struct findings *findings;
	bool is_combined; /* one of the combinations has all fixes */
	int err, replay_err;
};

/* All but the run with all fixes, unless that is a combination. */
static int make_rest(const struct making *m)
{
	struct report *report = m->report;
	struct report_process *p = m->process;
	const struct graph *graph = m->graph;
	const struct findings *findings = m->findings;
	int err = report_add_host_code(report, p, graph, findings);

	if (!err)
		err = report_add_operators(report, p, graph->trace);
	if (!err && m->options->has_strip)
		err = report_add_strip(p, graph);
	if (err)
		return err;
	add_devices(report, p, graph);
	add_findings(report, graph, findings);
	report_locate(report, graph->trace, findings);
	if (m->options->has_combinations)
		err = report_add_combinations(report, p, graph, findings);
	if (!err)
		err = collectives_make(&p->collectives, graph);
	if (err)
		return err;
	report_complete_kernels(report, p, graph, findings->profiles);
	p->in_graphs_percent = in_graphs_percent(findings->profiles);
	if (m->options->has_main_file)
		report_add_main_file(report, p, graph->trace, findings);
	err = report_add_launch_lines(report, p, findings->host);
	if (err)
		return err;
	err = report_add_profiles(report, p, findings);
	if (err)
		return err;
	report_add_cut_kernel(p);
	if (m->options->has_details) {
		report_add_launches(report, p, graph->trace);
		report_add_code(report, p, findings->profiles, m->options);
		report_add_device_memory(report, p, graph->trace);
		if (graph->trace->host_samples_count)
			err = report_add_host_time(report, p, findings->host);
		if (err)
			return err;
	}
	if (!m->options->is_without_timeline)
		report_add_timeline(report, p, graph);
	if (m->options->has_fine_timeline)
		report_add_fine_timeline(report, p, graph, findings, m->options->tiles);
	return report->memory->error;
}

static void take_last_run(struct report_process *process)
{
	const struct report_combinations *c = &process->combinations;

	process->fixed_ns = c->runs[c->runs_count - 1].wall_ns;
	process->fixed = c->runs[c->runs_count - 1].budget;
}

enum { PART_REPLAY, PART_REST, PARTS };

static void make_part(void *making, size_t part)
{
	struct making *m = making;

	if (part == PART_REPLAY)
		m->replay_err = report_add_fixed(m->process, m->graph, m->findings, m->is_combined);
	else
		m->err = make_rest(m);
}

/* What a process begins with: its graph, and beside that what needs the trace alone. */
struct beginning {
	struct report *report;
	struct report_process *process;
	const struct trace *trace;
	struct graph *graph;
	int graph_err, err;
};

enum { BEGIN_GRAPH, BEGIN_TABLES, BEGIN_PARTS };

static void begin_part(void *beginning, size_t part)
{
	struct beginning *b = beginning;

	if (part == BEGIN_GRAPH) {
		b->graph_err = graph_build(b->graph, b->trace);
		return;
	}
	b->err = summary_make(&b->process->summary, b->trace);
	if (!b->err)
		report_add_tables(b->report, b->process, b->trace);
}

/* Where it fails, GRAPH need not be released. */
static int begin(struct report *report, struct report_process *process, const struct trace *trace,
                 struct graph *graph)
{
	struct beginning beginning = {
		.report = report, .process = process, .trace = trace, .graph = graph
	};

	trace_run_parts(trace, BEGIN_PARTS, begin_part, &beginning);
	if (!beginning.graph_err && beginning.err)
		graph_release(graph);
	return beginning.graph_err ? beginning.graph_err : beginning.err;
}

/* What was asked for. */
static void note_selection(struct report *report, const struct findings_options *options)
{
	report->is_partial = options->only || options->ignore;
	report->is_selected = options->only != NULL;
	report->min_gain = options->min_gain;
	report->rules_asked = 0;
	for (size_t i = 0; rules[i]; i++)
		report->rules_asked += finding_is_wanted(rules[i], options);
}

/* What there is to say of the run as a whole. */
static int judge_run(struct report_process *process, const struct graph *graph,
                     const struct findings *findings)
{
	int err = report_add_largest_wait(process, graph, findings);

	if (findings->survey->main_ns > 0)
		process->main_ns = findings->survey->main_ns;
	process->rest_ns = worth_rest_ns(findings->survey, graph);
	if (!err)
		err = report_add_own_spans(process, graph, findings);
	process->is_python = report_is_python(graph->trace);
	return err ? err : report_add_stretches(process, graph->trace);
}

int report_add(struct report *report, const struct trace *trace,
               const struct report_options *options)
{
	struct graph graph;
	struct findings findings;
	struct findings_options findings_options;
	struct report_process *p;
	int err;

	if (!report->memory)
		report->memory = calloc(1, sizeof *report->memory);
	if (!report->memory || !grow(report, &report->processes, &report->processes_count, 1,
	                             sizeof *report->processes))
		return -ENOMEM;
	p = &report->processes[report->processes_count - 1];
	err = begin(report, p, trace, &graph);
	if (err)
		goto out;
	p->run = graph.run;
	p->program_ns = graph.program_ns;
	p->recorder_ns = recorder_time_between(trace, trace->first_ns, trace->last_ns);
	report_add_unrecorded(report, p, trace);
	p->graphs = graphs_of(trace);
	report_add_replays(p, &graph);
	add_origin(report, p, trace);
	report_add_start(report, p, &graph);
	report_add_ranges(report, p, trace);
	note_selection(report, &options->findings);
	findings_options = options->findings;
	findings_options.keeps_operations = options->has_fine_timeline;
	findings_options.keeps_budgets = !options->is_without_fixed_budget && keeps_replays(trace);
	err = findings_run(&findings, &graph, &findings_options);
	if (!err)
		err = judge_run(p, &graph, &findings);
	if (!err) {
		report_add_cut(p, trace);
		report_add_ending(report, p, trace, &findings);
		struct making making = { .report = report,
			                 .process = p,
			                 .options = options,
			                 .graph = &graph,
			                 .findings = &findings,
			                 .is_combined = options->has_combinations &&
			                                report_combines_all(trace, &findings) };

		trace_run_parts(trace, PARTS, make_part, &making);
		err = making.err ? making.err : making.replay_err;
		if (!err && p->fixes > 1 && making.is_combined)
			take_last_run(p);
	}
	findings_release(&findings);
	graph_release(&graph);
out:
	free(p->summary.devices);
	p->summary.devices = NULL;
	return err;
}

void report_release(struct report *report)
{
	for (size_t i = 0; i < report->processes_count; i++) {
		struct report_timeline *t = &report->processes[i].timeline;

		for (size_t k = 0; k < t->tracks_count; k++)
			free(t->tracks[k].boxes);
		fine_timeline_release(report->processes[i].fine);
		collectives_release(&report->processes[i].collectives);
	}
	for (size_t i = 0; report->memory && i < report->memory->count; i++)
		free(report->memory->items[i]);
	if (report->memory)
		free(report->memory->items);
	free(report->memory);
	free(report->processes);
	free(report->findings);
	free(report->abstentions);
	free(report->small);
	*report = (struct report){ 0 };
}
