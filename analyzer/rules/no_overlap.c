/* SPDX-License-Identifier: MIT */
/* Rule no-overlap: copies and kernels take turns, chunk after chunk in one stream. */
#include <stdlib.h>

#include "base/format.h"
#include "rules/shared/copies.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/subject.h"
#include "rules/shared/worth.h"

static const struct rule_threshold thresholds[] = {
	{ "chunks", 2, "chunks in a row",
	  "a single one has nothing to overlap with; it would have to be split first" },
	THRESHOLD_WORTH,
	{ .name = NULL },
};

/* Copies that could overlap as they are; blocking and pageable ones have rules of their own. */
static bool is_ours(const struct chunk_runs *runs, const struct chunk_run *run)
{
	return !run->blocking && !run->pageable && !run->nodes &&
	       !chunk_run_is_round_trip(runs, run);
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

static void report(struct check *check, const struct chunk_runs *runs, const struct chunk_run *sum,
                   int64_t gain_ns)
{
	const struct trace *trace = check->trace;
	struct finding *f = finding_add_device(check, sum->device);
	struct name_list streams = { 0 };
	uint32_t last_stream = NONE;

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
	finding_headline(
	        f,
	        "%s are copied in, computed and copied out by turns, never two of these at once: "
	        "%s could overlap",
	        name_count(NAME, sum->chunks, "chunk", "chunks"), format_duration(FORMAT, gain_ns));
	finding_advice(f,
	               "Deal the chunks to %d streams, each with a buffer of its own on the "
	               "device, and issue "
	               "copy in, kernels and copy out of a chunk into its stream: a chunk is then "
	               "copied in "
	               "while the one before is computed and the one before that is copied out.",
	               PIPELINE_STREAMS);
	finding_fact(f, "in", "%s", name_list_end(&streams));
	finding_fact(f, "copies in", "%s, %s", format_duration(FORMAT, sum->in_ns),
	             format_bytes(FORMAT, sum->in_bytes));
	finding_fact(f, "kernels", "%s", format_duration(FORMAT, sum->kernel_ns));
	finding_fact(f, "copies out", "%s, %s", format_duration(FORMAT, sum->out_ns),
	             format_bytes(FORMAT, sum->out_bytes));
	finding_fact(f, "assumed",
	             "what is copied in does not depend on the chunks before; kernels keep their "
	             "order");
}

static void check_no_overlap(struct check *check)
{
	chunk_runs_check(check, is_ours, false, report);
}

const struct rule rule_no_overlap = {
	.id = "no-overlap",
	.title = "Copies and kernels take turns",
	.severity = FINDING_WARNING,
	.meaning = "A GPU has engines of its own for copying: while its SMs compute, one engine "
	           "can copy data in and "
	           "another can copy results out. But operations of one stream run one after the "
	           "other. A program "
	           "that cuts its data into chunks and sends copy in, kernels, copy out of every "
	           "chunk through the "
	           "same stream uses one of the three at a time, and pays the sum of all three "
	           "instead of the "
	           "longest.",
	.decision = "A chunk is one or more copies to the device, then kernels, perhaps a copy "
	            "back, in one stream, and none of them a node of a graph. "
	            "Reported are runs of at least `chunks` of them that the host issued without "
	            "waiting in between "
	            "(or waiting too shortly to look at the data), with pinned memory and "
	            "asynchronous calls. The cost is the "
	            "time in which the device was busy, less the busiest of copies in, copies out "
	            "and kernels, less "
	            "what filling and draining a pipeline takes; it must be at least `share`. So "
	            "nothing is reported "
	            "where one engine is busy all the time: that is as good as it gets. Blocking "
	            "copies are the "
	            "matter of sync-copy, pageable memory that of pageable-copy, and data that "
	            "only go back and "
	            "forth that of copy-bound.",
	.fix_text = "Use several streams (3 to 4) and deal the chunks to them. Each chunk in "
	            "flight needs a buffer of "
	            "its own on the device. Host buffers must be pinned (cudaMallocHost(), "
	            "cudaHostRegister()), or "
	            "copies are not asynchronous. If all data go in one chunk, cut it: 4 to 16 "
	            "chunks, none so small "
	            "that its copy takes less than about 100 us.",
	.before = "for (c = 0; c < CHUNKS; c++) {\n"
	          "	cudaMemcpyAsync(d, in + c * N, bytes, cudaMemcpyHostToDevice, stream);\n"
	          "	kernel<<<grid, block, 0, stream>>>(d);\n"
	          "	cudaMemcpyAsync(out + c * N, d, bytes, cudaMemcpyDeviceToHost, stream);\n"
	          "}\n",
	.after = "for (c = 0; c < CHUNKS; c++) {\n"
	         "	s = c % 4;\n"
	         "	cudaMemcpyAsync(d[s], in + c * N, bytes, cudaMemcpyHostToDevice, "
	         "stream[s]);\n"
	         "	kernel<<<grid, block, 0, stream[s]>>>(d[s]);\n"
	         "	cudaMemcpyAsync(out + c * N, d[s], bytes, cudaMemcpyDeviceToHost, "
	         "stream[s]);\n"
	         "}\n",
	.prediction =
	        "The run is replayed with the chunks dealt to four streams: a chunk keeps "
	        "its inner order and waits for the chunk four before it, copies of one "
	        "direction wait for their engine, and kernels run one after another as they "
	        "did, whatever room there is: a training step needs the weights of the one "
	        "before. While both "
	        "directions are busy, copies take 10 % longer (0.32 to 0.34 ms instead of "
	        "0.30 for 16 MiB on an H200). Limit: it is assumed that a chunk can be "
	        "copied in before the chunks before it are done, which a trace does not show.",
	.thresholds = thresholds,
	.check = check_no_overlap,
	.fix = pipeline_fix,
};
