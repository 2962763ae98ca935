/* SPDX-License-Identifier: MIT */
/*
 * The largest wait of a run, and what would tell more about it: where no rule found anything, this
 * is what there is to say. Any thread.
 */
#include "base/statistics.h"
#include "report/report_parts.h"

enum { WAIT_MIN_PERCENT = 5 }; /* of the time in which CUDA neither starts nor ends */

/* By share, for those that are waits; NULL: work on the GPU, or CUDA's own start and end. */
static const char *const hints[SHARES] = {
	[SHARE_QUEUE] = "record it again with CUDA_DEVICE_MAX_CONNECTIONS=32: without shared "
	                "hardware queues this wait is gone",
	[SHARE_DEFAULT_STREAM] = "build it with nvcc --default-stream per-thread, or make streams "
	                         "with cudaStreamNonBlocking, and record it again: without the "
	                         "barrier this wait is gone",
	[SHARE_LOADING] = "record it again with CUDA_MODULE_LOADING=EAGER: the code is then loaded "
	                  "before the work begins",
	[SHARE_COPY_ENGINE] = "NVTX ranges around the program's steps tell which copies hold up "
	                      "which: the page shows both on one timeline (analyze --format html)",
	[SHARE_CAPACITY] = "record it with --metrics: the counters tell what the kernels do with "
	                   "the SMs that they hold",
	[SHARE_HOST_CALLBACK] = "NVTX ranges in the host functions, or a profiler of the CPU such "
	                        "as perf, tell what they do",
	[SHARE_MIGRATION] = "cudaMemPrefetchAsync() moves pages before somebody waits for them; "
	                    "the table migration of the trace has each move and fault",
	[SHARE_LAUNCH] = "the timeline shows which launches took long to arrive (analyze --format "
	                 "html); other programs on the same GPU or CPU make them late: record it "
	                 "again without them",
	[SHARE_GAP] = "the timeline shows between which operations (analyze --format html); more "
	              "work in each of them makes the gaps fewer",
	[SHARE_UNEXPLAINED] = "record it again without other programs on the GPU, and with "
	                      "--gpu-metrics, which shows whether the GPU was at work for somebody "
	                      "else",
	[SHARE_HOST] = "record it with --host, which names the program's functions and lines; NVTX "
	               "ranges around its steps tell it, too",
	[SHARE_CALL_LAUNCH] = "warpwise stats --by api tells which calls take long; the first "
	                      "launch of each function also loads it",
	[SHARE_CALL_COPY] = "warpwise stats --by api tells which calls take long, --by copy from "
	                    "which memory they copy",
	[SHARE_CALL_ALLOCATE] = "warpwise stats --by api tells which calls take long, --by "
	                        "allocation how much they allocate",
	[SHARE_CALL_SYNCHRONIZE] = "warpwise stats --by api tells which calls wait; NVTX ranges "
	                           "around the program's steps, what for",
	[SHARE_CALL_OTHER] = "warpwise stats --by api tells which calls take long",
};

struct report_wait report_largest_wait(const struct budget *run, int64_t program_ns)
{
	struct report_wait wait = { .hint = NULL };

	for (int share = 0; share < SHARES; share++)
		if (hints[share] && run->share_ns[share] > wait.ns)
			wait = (struct report_wait){ .share = (enum share)share,
				                     .ns = run->share_ns[share],
				                     .hint = hints[share] };
	wait.percent = percent_of(wait.ns, program_ns);
	if (wait.percent < WAIT_MIN_PERCENT)
		wait.hint = NULL;
	return wait;
}

void report_add_replays(struct report_process *p, const struct graph *graph)
{
	p->replayed_ns = graph->replayed_ns;
	p->replay_error = graph_replay_error(graph);
	p->is_alone_known = graph->recorder.is_known;
	p->alone_ns = graph_alone_ns(graph);
	p->alone_error_ns = recorder_cost_error_ns(graph->run.wall_ns, p->alone_ns);
}
