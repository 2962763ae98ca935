/* SPDX-License-Identifier: MIT */
/* Rule no-overlap: copies and kernels take turns, chunk after chunk in one stream. */
#include <stdlib.h>

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/chunks.h"
#include "rules/shared/copies.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/subject.h"
#include "rules/shared/turns.h"
#include "rules/shared/worth.h"

/* Copies that could overlap as they are; blocking and pageable ones have rules of their own. */
static bool is_ours(const struct chunk_runs *runs, const struct chunk_run *run)
{
	return !run->blocking && !run->pageable && !run->nodes &&
	       !chunk_run_is_round_trip(runs, run) && !chunk_run_is_small(runs, run) &&
	       chunk_run_is_kept_apart(runs, run);
}

static void add_run(struct finding *f, const struct trace *trace, const struct chunk_runs *runs,
                    const struct chunk_run *run)
{
	for (size_t i = 0; i < run->count; i++) {
		uint32_t id = runs->operations[run->first + i];

		finding_target(f, id);
		if (copy_direction(trace, id) != COPY_DIRECTIONS)
			finding_example(f, id, operation_length_ns(trace, id));
	}
}

/* What is done with each chunk, and what to do instead. */
struct stages {
	const char *done, *issue, *then;
};

static const struct stages in_and_out = {
	"copied in, computed and copied out",
	"copy in, kernels and copy out",
	"a chunk is then copied in while the one before is computed and the one before that is "
	"copied out.",
};
/* Then a second stream is enough. */
static const struct stages in_alone = { .done = "copied in and computed" };
static const struct stages out_alone = {
	"computed and copied out",
	"kernels and copy out",
	"a chunk is then copied out while the next one is computed. Where kernels go on from the "
	"results of the chunk before, let them wait for its kernels (cudaStreamWaitEvent()), not "
	"for its copy.",
};

static const struct stages *stages_of(const struct chunk_run *sum)
{
	if (chunk_run_is_results(sum))
		return &out_alone;
	return sum->out_bytes ? &in_and_out : &in_alone;
}

static void advise(struct finding *f, const struct stages *stages)
{
	if (stages == &in_alone) {
		finding_advice(f, "Copy in a stream of its own, into two or more buffers on the "
		                  "device in turn, and let a chunk's kernels wait for its copy "
		                  "(cudaStreamWaitEvent()): the next chunk is then copied in while "
		                  "this one is computed.");
		return;
	}
	finding_advice(f,
	               "Deal the chunks to %d streams, each with a buffer of its own on the "
	               "device, and issue %s of a chunk into its stream: %s",
	               PIPELINE_STREAMS, stages->issue, stages->then);
}

static void add_facts(const struct check *check, struct finding *f, const struct chunk_run *sum)
{
	const bool is_results = chunk_run_is_results(sum);

	if (!is_results)
		finding_fact(f, "copies in", "%s, %s", format_duration(FORMAT, sum->in_ns),
		             format_bytes(FORMAT, sum->in_bytes));
	finding_fact(f, "kernels", "%s", format_duration(FORMAT, sum->kernel_ns));
	if (sum->out_bytes)
		finding_fact(f, "copies out", "%s, %s", format_duration(FORMAT, sum->out_ns),
		             format_bytes(FORMAT, sum->out_bytes));
	finding_fact(f, "assumed",
	             is_results ? "what is copied out is not what the next chunk's kernels write; "
	                          "kernels keep their order"
	                        : "what is copied in does not depend on the chunks before; "
	                          "kernels keep their order");
	chunks_note_prediction(check, f, sum);
}

/* How many streams the chunks of DEVICE are in. */
static int streams_of(const struct chunk_runs *runs, uint32_t device)
{
	uint32_t last = NONE;
	int streams = 0;

	for (size_t r = 0; r < runs->count; r++) {
		const struct chunk_run *run = &runs->items[r];

		if (run->device != device || !is_ours(runs, run) || run->stream == last)
			continue;
		streams++;
		last = run->stream;
	}
	return streams;
}

static void report(struct check *check, const struct chunk_runs *runs, const struct chunk_run *sum,
                   int64_t gain_ns)
{
	const struct trace *trace = check->trace;
	struct finding *f;
	struct name_list streams = { 0 };
	uint32_t last_stream = NONE;
	const struct stages *stages = stages_of(sum);
	int64_t copying_ns = sum_saturated(sum->in_ns, sum->out_ns);

	if (streams_of(runs, sum->device) >= PIPELINE_STREAMS)
		return; /* they are dealt to streams already: something else keeps them apart */
	f = finding_add_device(check, sum->device);
	for (size_t r = 0; r < runs->count; r++) {
		const struct chunk_run *run = &runs->items[r];

		if (run->device != sum->device || !is_ours(runs, run))
			continue;
		add_run(f, trace, runs, run);
		if (run->stream != last_stream)
			name_list_add(&streams, name_stream(NAME, trace, run->stream));
		last_stream = run->stream;
	}
	f->cost_ns = gain_ns;
	f->occurrences = sum->chunks;
	if (sum->overlapped_ns > 0)
		finding_headline(f,
		                 "%s are %s, and %s of the copying runs beside kernels: %s more "
		                 "could overlap",
		                 name_count(NAME, sum->chunks, "chunk", "chunks"), stages->done,
		                 format_percent(FORMAT, percent_of(sum->overlapped_ns, copying_ns)),
		                 format_duration(FORMAT, gain_ns));
	else
		finding_headline(f,
		                 "%s are %s by turns, never two of these at once: %s could "
		                 "overlap",
		                 name_count(NAME, sum->chunks, "chunk", "chunks"), stages->done,
		                 format_duration(FORMAT, gain_ns));
	advise(f, stages);
	finding_fact(f, "in", "%s", name_list_end(&streams));
	add_facts(check, f, sum);
}

/* ---- large data in turns, which only the programmer knows whether they can be cut ---- */

static void note_turns(struct check *check, const struct turns *turns)
{
	const struct trace *trace = check->trace;
	struct finding *f = finding_add_device(check, turns->device);
	const int64_t busy_ns =
	        sum_saturated(turns->in_ns, sum_saturated(turns->out_ns, turns->kernel_ns));
	const bool is_ahead = 2 * turns->ahead > turns->steps;

	f->severity = FINDING_NOTE;
	f->cost_ns = turns->gain_ns;
	f->occurrences = turns->steps;
	for (size_t i = 0; i < turns->examples_count; i++)
		finding_example(f, turns->examples[i],
		                operation_length_ns(trace, turns->examples[i]));
	finding_headline(f,
	                 "copies and kernels take turns in %s: %s, their "
	                 "%s would take about %s",
	                 name_count(NAME, turns->steps, "step", "steps"),
	                 is_ahead ? "if steps overlap" : "cut into chunks that overlap",
	                 format_duration(FORMAT, busy_ns),
	                 format_duration(FORMAT, busy_ns - turns->gain_ns));
	finding_advice(f,
	               "%sf the kernels work on each part of the data by itself: cut the data of a "
	               "step into %lld chunks, deal them to %d streams, and issue copy in, kernel "
	               "and copy out of a chunk into its stream. A chunk is then copied while "
	               "the one before it is computed.",
	               is_ahead ? "If a step does not need the results of the one before: "
	                          "deal the steps to several streams, each with its own "
	                          "buffers on the device. Or i"
	               : turns->steps > 1
	                       ? "If a step does not need the results of the one before: "
	                         "copy its data into a second buffer on the device, in "
	                         "another stream, before waiting for those. Or i"
	                       : "I",
	               (long long)turns->chunks, PIPELINE_STREAMS);
	finding_fact(f, "copies in", "%s", format_duration(FORMAT, turns->in_ns));
	finding_fact(f, "kernels", "%s", format_duration(FORMAT, turns->kernel_ns));
	if (turns->out_ns)
		finding_fact(f, "copies out", "%s", format_duration(FORMAT, turns->out_ns));
	if (is_ahead)
		finding_not_predicted(f, "a trace does not show whether a step needs the results "
		                         "of the one before: the cost is what is saved where none "
		                         "does");
	else
		finding_not_predicted(
		        f,
		        "a trace does not show whether the kernels work on each part of "
		        "the data by itself: the cost is what a pipeline of %lld chunks "
		        "in each step would save",
		        (long long)turns->chunks);
}

static int check_turns(struct check *check, uint32_t device)
{
	struct turns turns;
	int err = turns_find(&turns, check, device);

	if (!err && is_worth(check, turns.gain_ns) &&
	    percent_of(turns.gain_ns, gpu_span_ns(check->trace, NONE)) >=
	            turns_thresholds[TURNS_SHARE].value)
		note_turns(check, &turns);
	turns_release(&turns);
	return err;
}

static void check_no_overlap(struct check *check)
{
	int err = 0;

	chunk_runs_check(check, is_ours, false, report);
	if (check_finding_of(check, check->rule->id, NONE) ||
	    check_finding_of(check, "sync-copy", NONE) ||
	    check_finding_of(check, "default-stream-barrier", NONE))
		return; /* that says for certain what stands between them */
	for (uint32_t d = 0; !err && d < check->trace->devices_count; d++)
		err = check_turns(check, d);
	check_failed(check, err);
}

const struct rule rule_no_overlap = {
	.id = "no-overlap",
	.severity = FINDING_WARNING,
	.thresholds = { chunks_threshold, moving_threshold, turns_thresholds, worth_threshold },
	.yields_to = { "sync-copy", "default-stream-barrier" },
	.check = check_no_overlap,
	.fix = pipeline_fix,
	.cost_limits_gain = true,
};
