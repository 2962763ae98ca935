/* SPDX-License-Identifier: MIT */
/* Rule sync-copy: blocking copies between kernels, so that host, copies and kernels take turns. */
#include <stdlib.h>

#include "base/format.h"
#include "rules/shared/chunks.h"
#include "rules/shared/copies.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/subject.h"
#include "rules/shared/worth.h"

static bool is_ours(const struct chunk_runs *runs, const struct chunk_run *run)
{
	if (!run->blocking || run->pageable || run->nodes)
		return false;
	if (chunk_run_is_results(run)) /* of a small one, a moment is enough to see it */
		return !chunk_run_is_small(runs, run) && chunk_run_is_kept_apart(runs, run);
	return !chunk_run_is_round_trip(runs, run);
}

static void add_run(struct check *check, struct finding *f, const struct chunk_runs *runs,
                    const struct chunk_run *run, struct host_evidence *code)
{
	const struct trace *trace = check->trace;

	for (size_t i = 0; i < run->count; i++) {
		uint32_t id = runs->operations[run->first + i];
		uint32_t call = trace->operations.call[id];

		finding_target(f, id);
		if (copy_is_blocking(trace, id) && call != NONE) {
			finding_example(f, id, call_length_ns(trace, call));
			host_evidence_call(code, call);
		}
	}
}

static void advise(struct finding *f, const struct chunk_run *sum)
{
	finding_advice(f,
	               "Copy with cudaMemcpyAsync() in %d streams, each with a buffer of its own, "
	               "and launch the kernels of a part into the stream of its copy: a part is "
	               "then copied %s is computed. Wait (cudaStreamSynchronize(), events) only "
	               "before the host uses a result or fills a buffer again.",
	               PIPELINE_STREAMS,
	               chunk_run_is_results(sum) ? "out while the next one"
	                                         : "while the one before it");
}

static void report(struct check *check, const struct chunk_runs *runs, const struct chunk_run *sum,
                   int64_t gain_ns)
{
	const struct trace *trace = check->trace;
	struct finding *f = finding_add_device(check, sum->device);
	struct host_evidence code;

	host_evidence_init(&code, check);
	for (size_t r = 0; r < runs->count; r++)
		if (runs->items[r].device == sum->device && is_ours(runs, &runs->items[r]))
			add_run(check, f, runs, &runs->items[r], &code);
	f->cost_ns = gain_ns;
	f->occurrences = sum->blocking;
	finding_headline(
	        f,
	        "%s between kernels hold the host and keep copies and kernels from overlapping: %s",
	        name_count(NAME, sum->blocking, "blocking copy", "blocking copies"),
	        format_duration(FORMAT, gain_ns));
	advise(f, sum);
	if (f->operations_count && trace->operations.call[f->operations[0]] != NONE)
		finding_fact(f, "call", "%s",
		             name_call(NAME, trace, trace->operations.call[f->operations[0]]));
	check_failed(check, host_evidence_end(&code, f));
	if (sum->in_ns)
		finding_fact(f, "copies in", "%s", format_duration(FORMAT, sum->in_ns));
	finding_fact(f, "kernels", "%s in %s", format_duration(FORMAT, sum->kernel_ns),
	             name_count(NAME, sum->chunks, "part", "parts"));
	if (sum->out_ns)
		finding_fact(f, "copies out", "%s", format_duration(FORMAT, sum->out_ns));
	finding_fact(f, "assumed",
	             chunk_run_is_results(sum)
	                     ? "what is copied out is not what the next part's kernels write; "
	                       "kernels keep their order"
	                     : "what is copied in does not depend on the parts before; kernels "
	                       "keep their order");
	chunks_note_prediction(check, f, sum);
}

static void check_sync_copy(struct check *check)
{
	if (check->trace->operations.count && !check->trace->calls.count)
		check_abstain(check, "the trace has no API calls (recorded with --api 0)");
	else
		chunk_runs_check(check, is_ours, true, report);
}

const struct rule rule_sync_copy = {
	.id = "sync-copy",
	.severity = FINDING_WARNING,
	.thresholds = { chunks_threshold, worth_threshold },
	.check = check_sync_copy,
	.fix = pipeline_fix,
	.cost_limits_gain = true,
};
