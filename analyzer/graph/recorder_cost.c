/* SPDX-License-Identifier: MIT */
/* What recording costs, from a table measured once and a yardstick measured in each run. */
#include "graph/recorder_cost.h"

#include <math.h>
#include <string.h>

#include "graph/constants.h"
#include "trace/call_class.h"

/* What recording adds: to the host's time of a call, to the GPU's from one operation to the next.
 */
static const struct {
	const char *kind; /* of tests/bench/call_costs.cu */
	int64_t host_ns, gpu_ns, alone_ns;
} measured[] = {
#include "recorder_cost.inc"
	{ .kind = NULL },
};

/* Programs, recorded, without what that cost as it is calculated here, and as they ran unrecorded.
 */
static const struct {
	const char *program;
	int64_t recorded_ns, alone_ns, unrecorded_ns;
} runs[] = {
#include "alone.inc"
	{ .program = NULL },
};

/* The kind that stands for a class of calls, and how many calls it is made of. Calls of others are
 * as "nothing" is: they have a record. */
static const struct {
	const char *kind;
	int calls;
} of_class[CALL_CLASSES] = {
	[CALL_LAUNCH] = { "launch", 1 },
	[CALL_GRAPH_LAUNCH] = { "graph-launch-1", 1 },
	[CALL_COPY] = { "copy-async-in", 1 },
	[CALL_FILL] = { "fill-async", 1 },
	[CALL_ALLOCATE] = { "malloc+free", 2 },
	[CALL_FREE] = { "malloc+free", 2 },
	[CALL_SYNCHRONIZE] = { "stream-synchronize", 1 },
	[CALL_QUERY] = { "stream-query", 1 },
	[CALL_EVENT_RECORD] = { "event-record", 1 },
	[CALL_WAIT_EVENT] = { "stream-wait-event", 1 },
	[CALL_EVENT] = { "event-create", 2 },
	[CALL_HOST_CALLBACK] = { "host-function", 1 },
};

/* The kind that stands for an operation behind one of another type, or of its own. */
static const char *const of_pair[OPERATION_TYPES][OPERATION_TYPES] = {
	[OPERATION_KERNEL] = { [OPERATION_KERNEL] = "launch",
	                       [OPERATION_COPY] = "launch+copy",
	                       [OPERATION_FILL] = "launch+fill" },
	[OPERATION_COPY] = { [OPERATION_KERNEL] = "launch+copy",
	                     [OPERATION_COPY] = "copy-async-in",
	                     [OPERATION_FILL] = "launch+copy" },
	[OPERATION_FILL] = { [OPERATION_KERNEL] = "launch+fill",
	                     [OPERATION_COPY] = "launch+copy",
	                     [OPERATION_FILL] = "fill-async" },
};

/* Of "1000-blocks" the host's side is the mean of ten launches behind a wait, of the other kinds
 * that of 200: what it has more than "launch" is not its grid's. */
enum { NODES = 50 /* of graph-launch-50 */, BLOCK_WARPS = 8 /* of 1000-blocks */, WARP = 32 };

enum measured_side { HOST, GPU, ALONE };

/* 0 where recording makes no difference that could be measured. */
static double measured_ns(const char *kind, enum measured_side side)
{
	for (size_t i = 0; kind && measured[i].kind; i++)
		if (strcmp(measured[i].kind, kind) == 0)
			return (double)(side == HOST  ? measured[i].host_ns
			                : side == GPU ? measured[i].gpu_ns
			                              : measured[i].alone_ns);
	return 0;
}

static int64_t positive(double ns)
{
	return ns > 0 ? llround(ns) : 0;
}

enum { BUCKET_NS = 50, LAUNCH_BUCKETS = LAUNCH_QUEUE_LONG_NS / BUCKET_NS };

/* What a quarter of the launches of TRACE took at most, as they were recorded; those that waited
 * for a place in the queue left out. NAN: there are few. */
static double usual_launch_ns(const struct trace *trace)
{
	int64_t buckets[LAUNCH_BUCKETS] = { 0 }, count = 0, below = 0;
	int at = 0;

	for (uint32_t c = 0; c < trace->calls.count; c++) {
		const int64_t ns = call_length_ns(trace, c);

		if (call_class(trace, c) != CALL_LAUNCH || trace->calls.result[c] != 0 || ns < 0 ||
		    ns >= LAUNCH_QUEUE_LONG_NS)
			continue;
		buckets[ns / BUCKET_NS]++;
		count++;
	}
	if (count < LAUNCHES_MIN)
		return NAN;
	while (4 * (below + buckets[at]) < count)
		below += buckets[at++];
	return BUCKET_NS * (at + 0.5);
}

/*
 * How many times as much recording costs as on the machine of the table: as launches take, where
 * there are enough of them. Else by the yardstick, which itself varied by 1.9 from run to run on
 * that machine (140 to 269 ns), as a host's clock does, and what a launch cost by 1.6: half of what
 * it says is believed.
 */
static double scale_of(const struct trace *trace)
{
	const double yardstick_ns = measured_ns("call", HOST);
	const double launch_ns = measured_ns("launch", HOST) + measured_ns("launch", ALONE);
	const double by_launches = usual_launch_ns(trace) / launch_ns;

	if (!(trace->call_cost_ns > 0) || !(yardstick_ns > 0))
		return 0;
	return by_launches > 0 ? fmin(by_launches, SLOWER_MOST)
	                       : sqrt((double)trace->call_cost_ns / yardstick_ns);
}

/* What recording adds to a call of KIND, which waits, beside what it adds to ISSUED, which does
 * not. */
static int64_t waiting_ns(const char *kind, const char *issued, double scale)
{
	return positive(scale * (measured_ns(kind, HOST) - measured_ns(issued, HOST)));
}

void recorder_cost_init(struct recorder_cost *cost, const struct trace *trace)
{
	const double scale = scale_of(trace);
	double nodes_ns;

	/* The table is of kernels that code in their blocks timed. */
	*cost = (struct recorder_cost){ .is_known = scale > 0 && !trace->has_hardware_times };
	if (!cost->is_known)
		return;
	for (int class = 0; class < CALL_CLASSES; class ++) {
		const char *kind = of_class[class].kind ? of_class[class].kind : "nothing";

		cost->call_ns[class] =
		        positive(scale * measured_ns(kind, HOST) /
		                 (of_class[class].calls ? of_class[class].calls : 1));
	}
	cost->ordered_allocation_ns = positive(scale * measured_ns("malloc-async", HOST) / 2);
	nodes_ns = measured_ns("graph-launch-50", ALONE) - measured_ns("graph-launch-1", ALONE);
	cost->graph_node_ns = scale * nodes_ns / (NODES - 1);
	cost->graph_launch_ns = positive(scale * measured_ns("graph-launch-1", ALONE));
	cost->wait_ns = waiting_ns("launch+synchronize", "launch", scale);
	cost->copy_wait_ns = waiting_ns("copy-async+synchronize", "copy-async-in", scale);
	cost->copy_call_wait_ns = waiting_ns("copy-in", "copy-async-in", scale);
	cost->staged_copy_wait_ns = waiting_ns("copy-in-pageable", "copy-async-in", scale);
	for (int before = 0; before < OPERATION_TYPES; before++)
		for (int type = 0; type < OPERATION_TYPES; type++)
			cost->gap_ns[before][type] =
			        positive(measured_ns(of_pair[before][type], GPU));
	/* Each of the two has its time stamps, and that is all: see recorder_cost_of_gap(). */
	cost->small_copy_gap_ns = (cost->gap_ns[OPERATION_KERNEL][OPERATION_KERNEL] +
	                           cost->gap_ns[OPERATION_COPY][OPERATION_COPY]) /
	                          2;
	cost->warp_ns = WARP_COST_SHARE * measured_ns("1000-blocks", GPU) / 1000 / BLOCK_WARPS;
	cost->graph_start_ns = DEFAULT_STREAM_NS - cost->gap_ns[OPERATION_KERNEL][OPERATION_KERNEL];
	/* Of the table's graph: recorded, it started GRAPH_START_NS behind the one before it. */
	cost->node_ns = positive(measured_ns("graph-launch-50", GPU) -
	                         (double)(GRAPH_START_NS - cost->graph_start_ns) / NODES);
}

/* cudaMallocAsync(), cudaFreeAsync(), cudaMallocFromPoolAsync() ...: in the order of a stream. */
static bool is_ordered_allocation(const struct trace *trace, uint32_t call)
{
	const struct trace_call_name *name = &trace->call_names[trace->calls.name[call]];

	return (name->class == CALL_ALLOCATE || name->class == CALL_FREE) &&
	       strstr(name->name, "Async");
}

int64_t recorder_cost_of_call(const struct recorder_cost *cost, const struct trace *trace,
                              uint32_t call, bool has_operation)
{
	const enum call_class class = call_class(trace, call);
	/* What makes recording a launch dear is the record of its operation. */
	const bool has_no_effect = trace->calls.result[call] != 0 ||
	                           (!has_operation && (class == CALL_LAUNCH || class == CALL_COPY ||
	                                               class == CALL_FILL));

	if (!has_no_effect && is_ordered_allocation(trace, call))
		return cost->ordered_allocation_ns;
	return cost->call_ns[has_no_effect ? CALL_OTHER : class];
}

int64_t recorder_cost_of_wait(const struct recorder_cost *cost, const struct trace *trace,
                              enum call_class class, uint32_t operation)
{
	const struct trace_transfer *transfer;

	if (operation == NONE || trace->operations.type[operation] != OPERATION_COPY)
		return cost->wait_ns;
	transfer = operation_transfer(trace, operation);
	return class != CALL_COPY ? cost->copy_wait_ns
	       : transfer->copy_kind == COPY_HTOD && transfer->source_kind == MEMORY_PAGEABLE
	               ? cost->staged_copy_wait_ns
	               : cost->copy_call_wait_ns;
}

/*
 * Whether OPERATION is a copy that needs no copy engine: its bytes go to the device with the
 * commands, as kernels do.
 */
static bool is_small_copy(const struct trace *trace, uint32_t operation)
{
	const struct trace_transfer *transfer;

	if (trace->operations.type[operation] != OPERATION_COPY)
		return false;
	transfer = operation_transfer(trace, operation);
	return transfer->copy_kind == COPY_HTOD && transfer->size_bytes <= SMALL_COPY_BYTES;
}

/*
 * Between a kernel and a copy the table's figure is that of two engines which wait for one another.
 * In recordings such gaps are 5 us long, and recording adds 1.5 to 2.7 us to each; those beside
 * small copies to the device are 2.7 us long, and it adds 0.6 to 1.0 us.
 */
int64_t recorder_cost_of_gap(const struct recorder_cost *cost, const struct trace *trace,
                             uint32_t before, uint32_t operation)
{
	const unsigned type_before = trace->operations.type[before];
	const unsigned type = trace->operations.type[operation];

	if ((type == OPERATION_KERNEL && is_small_copy(trace, before)) ||
	    (type_before == OPERATION_KERNEL && is_small_copy(trace, operation)))
		return cost->small_copy_gap_ns;
	return cost->gap_ns[type_before][type];
}

int64_t recorder_cost_of_warps(const struct recorder_cost *cost, const struct trace *trace,
                               uint32_t kernel)
{
	const struct trace_launch_shape *shape =
	        &trace->launch_shapes[trace->operations.detail[kernel]];
	const int64_t threads = (int64_t)shape->block[0] * shape->block[1] * shape->block[2];
	const int64_t warps = (threads + WARP - 1) / WARP;

	return llround(cost->warp_ns * (double)warps * shape->grid[0] * shape->grid[1] *
	               shape->grid[2]);
}

int64_t recorder_cost_node_gap_ns(const struct recorder_cost *cost, int64_t recorded_ns)
{
	const int64_t least_ns = recorded_ns / LAG_PARTS_LEFT;
	const int64_t left_ns = recorded_ns - cost->node_ns;

	return !cost->is_known ? recorded_ns : left_ns > least_ns ? left_ns : least_ns;
}

/* Root mean square of the errors of runs that recording slows by LEAST to MOST, as shares of what
 * was taken out of them or, IS_OF_RUN, of them. */
static double error_of_runs(double least, double most, bool is_of_run)
{
	double squares = 0;
	int count = 0;

	for (size_t i = 0; runs[i].program; i++) {
		const double taken_ns = (double)(runs[i].recorded_ns - runs[i].alone_ns);
		const double slowed = taken_ns / (double)runs[i].alone_ns;
		const double whole_ns = is_of_run ? (double)runs[i].alone_ns : taken_ns;
		const double error = (double)(runs[i].alone_ns - runs[i].unrecorded_ns) / whole_ns;

		if (slowed < least || slowed >= most)
			continue;
		squares += error * error;
		count++;
	}
	return count ? sqrt(squares / count) : 0;
}

int64_t recorder_calls_error_ns(int64_t recorded_ns, int64_t alone_ns)
{
	return llround((double)(recorded_ns - alone_ns) *
	               error_of_runs(SLOWED_MUCH, INFINITY, false));
}

int64_t recorder_cost_error_ns(int64_t recorded_ns, int64_t alone_ns)
{
	const double of_taken = (double)recorder_calls_error_ns(recorded_ns, alone_ns);
	const double of_run = (double)alone_ns * error_of_runs(0, SLOWED_MUCH, true);

	return llround(sqrt(of_taken * of_taken + of_run * of_run));
}

int64_t recorder_in_call(const struct trace *trace, uint32_t call)
{
	size_t low = 0, high = trace->recorder_calls_count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (trace->recorder_calls[middle].call < call)
			low = middle + 1;
		else
			high = middle;
	}
	return low < trace->recorder_calls_count && trace->recorder_calls[low].call == call
	               ? trace->recorder_calls[low].ns
	               : 0;
}
