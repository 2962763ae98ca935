/* SPDX-License-Identifier: MIT */
/* What a run spends on memory and on CUDA's start, whatever its GPU does. Any thread. */
#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "graph/context_start.h"
#include "graph/pinning.h"
#include "report/report_parts.h"
#include "rules/shared/rule.h"

/* Where a call that is not recorded made the first context, and took longer than those that are. */
static void add_unrecorded_start(struct report *report, struct report_process *p,
                                 const struct trace *trace)
{
	const struct interval start = context_start(trace);

	if (start.end_ns - start.start_ns <= p->start_call_ns)
		return;
	p->start_call_ns = start.end_ns - start.start_ns;
	p->start_end_ns = start.end_ns;
	p->start_call = report_text(report, "a call that is not recorded, such as cudaSetDevice()");
}

/* The longest call that began before anything ran on a GPU, up to when something did: CUDA starts
 * in one of them. */
static void add_start_call(struct report *report, struct report_process *p,
                           const struct graph *graph)
{
	const struct trace *trace = graph->trace;
	const struct trace_calls *c = &trace->calls;
	int64_t begin_ns = trace->operations.count ? trace->operations.start_ns[0] : INT64_MIN;
	uint32_t longest = NONE;

	p->start_call = "";
	if (trace->part.name) /* CUDA started before */
		return;
	for (uint32_t i = 0; i < c->count && c->start_ns[i] < begin_ns; i++) {
		const int64_t end_ns = c->end_ns[i] < begin_ns ? c->end_ns[i] : begin_ns;
		const int64_t ns = end_ns - c->start_ns[i] - graph_start_own_ns(graph, i);

		if (longest == NONE || ns > p->start_call_ns) {
			longest = i;
			p->start_call_ns = ns;
		}
	}
	if (longest == NONE)
		return;
	p->start_call = report_text(report, "%s", trace->call_names[c->name[longest]].name);
	p->start_end_ns = c->end_ns[longest] < begin_ns ? c->end_ns[longest] : begin_ns;
	add_unrecorded_start(report, p, trace);
}

/* Whether PyTorch's DataLoader pins its batches in the thread of CALL: pin_memory=True. */
static bool is_loader(const struct trace *trace, uint32_t call)
{
	return call != NONE &&
	       strcmp(trace->threads[trace->calls.thread[call]].name, "pt_data_pin") == 0;
}

static void add_pinned(struct report_pinned *pinned, const struct graph *graph)
{
	const struct trace *trace = graph->trace;

	for (size_t i = 0; i < trace->allocations_count; i++) {
		const struct trace_allocation *it = &trace->allocations[i];
		int64_t ns;

		if (it->memory_kind != MEMORY_PINNED)
			continue;
		ns = pinning_ns(trace, it) + unpinning_ns(graph, it);
		pinned->ns += ns;
		pinned->loader_ns += is_loader(trace, it->call) ? ns : 0;
		pinned->allocations += !it->is_release;
		pinned->releases += it->is_release;
		pinned->bytes += it->is_release ? 0 : it->size_bytes;
	}
}

void report_leave_out_pinned(const struct report *report, struct report_process *process)
{
	static const char *const about_allocations[] = { "alloc-in-loop", "many-allocations",
		                                         NULL };
	int64_t told_ns = 0;

	for (size_t i = 0; i < report->findings_count; i++) {
		const struct report_finding *f = &report->findings[i];

		if (&report->processes[f->process] == process &&
		    text_is_one_of(f->rule->id, about_allocations) &&
		    strstr(f->subject, "pinned memory"))
			told_ns = sum_saturated(told_ns, f->cost_ns);
	}
	if (told_ns >= process->pinned.ns / 2)
		process->pinned = (struct report_pinned){ 0 };
}

void report_add_start(struct report *report, struct report_process *process,
                      const struct graph *graph)
{
	const struct interval before = context_start_before(graph->trace);

	process->start_before_ns = before.end_ns - before.start_ns;
	add_start_call(report, process, graph);
	add_pinned(&process->pinned, graph);
}
