/* SPDX-License-Identifier: MIT */
/*
 * Launches of CUDA graphs that were recorded as one operation: what ran in them, from those
 * launches of the same graph that were recorded by node.
 *
 * Launches of one graph by node, with the same nodes, one launch after the other, are a template:
 * each node at the mean of its times. A program may change a graph in between; then the launches
 * that come after have another template than those before.
 *
 * A launch as one operation is mostly shorter than the same launch by node, since what CUPTI adds
 * stands between the nodes. So the times of the template are fitted into the launch in this way:
 * what is taken off, or put on as long as that is less than the template had, is time in which no
 * node ran, and the nodes keep their lengths; only a launch that is shorter than its nodes together
 * shortens these, and one that is longer than the whole template is that template stretched. Each
 * is a function of the template's time that never falls, so nodes keep their order, and what ran
 * together still does.
 *
 * A graph without any launch by node stays one operation in each launch: a kernel of which nothing
 * is known but when it ran. That is counted, and said.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/trace_loader.h"

/* What a small file may make of itself: beyond it, launches stay one operation. */
enum { OPERATIONS_MAX = 1 << 25 };

enum { COLD_SAMPLES = 3 /* from so many on the first, which found cold caches, is left out */ };

/* A launch recorded by node. */
struct sample {
	int64_t graph_id;
	uint32_t call;       /* correlation id */
	size_t first, count; /* its nodes */
	uint64_t signature;  /* of its nodes: equal for equal work */
};

/* A node of a template. */
struct node {
	double start_ns, end_ns;       /* from the start of the launch */
	double busy_ns[2], idle_ns[2]; /* of its start and end: before it some node ran, or none */
	uint32_t operation;            /* of the last sample: what it is */
};

struct template
{
	int64_t graph_id;
	uint32_t call;       /* of its first sample */
	size_t first, count; /* its nodes */
	size_t samples;
	double busy_ns, idle_ns;
};

/* What an operation is, but for its times and its call. */
struct operation_kind {
	uint32_t stream, detail;
	uint16_t channel;
	uint8_t type, flags;
};

struct expansion {
	struct trace *trace;
	struct loader *loader;
	struct sample *samples;
	size_t samples_count;
	struct template *templates; /* by graph, then by call */
	size_t templates_count;
	struct node *nodes;
	size_t nodes_count;
};

/* ---- rows ---- */

int take_graph_launch(struct loader *l)
{
	struct graph_launch launch = {
		.stream = row_reference(l, 3, STREAMS),
		.call = row_correlation_id(l, 4),
		.graph_id = sqlite3_value_int64(l->values[5]),
	};
	struct graph_launch *added;

	row_interval(l, 1, &launch.start_ns, &launch.end_ns);
	if (row_is_null(l, 1) || row_is_null(l, 2)) {
		l->is_bad = false;
		l->trace->untimed_operations++;
		return 0;
	}
	if (l->is_bad)
		return 0;
	added = ARRAY_ADD(&l->graph_launches, &l->graph_launches_count);
	if (!added)
		return -ENOMEM;
	*added = launch;
	return 0;
}

int note_graph_node(struct loader *l, int64_t graph_id, int64_t node_id)
{
	struct graph_node *added;

	if (!l->graph_launches_count)
		return 0;
	added = ARRAY_ADD(&l->graph_nodes, &l->graph_nodes_count);
	if (!added)
		return -ENOMEM;
	*added = (struct graph_node){
		.graph_id = graph_id,
		.node_id = node_id,
		.operation = (uint32_t)(l->trace->operations.count - 1),
		.call = l->trace->operations.call[l->trace->operations.count - 1],
	};
	return 0;
}

/* ---- samples ---- */

#define ORDER(left, right) (((left) > (right)) - ((left) < (right)))

static int compare_nodes(const void *a, const void *b)
{
	const struct graph_node *left = a, *right = b;

	if (left->graph_id != right->graph_id)
		return ORDER(left->graph_id, right->graph_id);
	if (left->call != right->call)
		return ORDER(left->call, right->call);
	if (left->node_id != right->node_id)
		return ORDER(left->node_id, right->node_id);
	return ORDER(left->operation, right->operation);
}

static int compare_launches(const void *a, const void *b)
{
	const struct graph_launch *left = a, *right = b;

	if (left->graph_id != right->graph_id)
		return ORDER(left->graph_id, right->graph_id);
	if (left->call != right->call)
		return ORDER(left->call, right->call);
	return ORDER(left->start_ns, right->start_ns);
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * 0x9e3779b97f4a7c15;
	return hash ^ hash >> 29;
}

/* What NODE does: launches that agree in it for all nodes are the same work. */
static uint64_t work_of(const struct trace *trace, const struct graph_node *node)
{
	const struct trace_operations *o = &trace->operations;
	uint64_t hash = mix((uint64_t)node->node_id, o->type[node->operation]);

	if (o->type[node->operation] == OPERATION_KERNEL)
		return mix(hash, o->detail[node->operation]);
	hash = mix(hash, (uint64_t)operation_transfer(trace, node->operation)->size_bytes);
	return mix(hash, operation_transfer(trace, node->operation)->copy_kind);
}

static int find_samples(struct expansion *e)
{
	const struct graph_node *nodes = e->loader->graph_nodes;
	const size_t count = e->loader->graph_nodes_count;
	struct sample *sample = NULL;

	if (count)
		qsort(e->loader->graph_nodes, count, sizeof *nodes, compare_nodes);
	for (size_t i = 0; i < count; i++) {
		if (!sample || sample->graph_id != nodes[i].graph_id ||
		    sample->call != nodes[i].call) {
			sample = ARRAY_ADD(&e->samples, &e->samples_count);
			if (!sample)
				return -ENOMEM;
			*sample = (struct sample){ .graph_id = nodes[i].graph_id,
				                   .call = nodes[i].call,
				                   .first = i };
		}
		sample->count++;
		sample->signature = mix(sample->signature, work_of(e->trace, &nodes[i]));
	}
	return 0;
}

/* ---- templates ---- */

/* The nodes of SAMPLES samples in a row of the same work: each at the mean of its times. */
static int add_nodes(struct expansion *e, const struct sample *sample, size_t samples)
{
	const struct trace_operations *o = &e->trace->operations;
	const struct graph_node *nodes = e->loader->graph_nodes;
	const size_t left_out = samples >= COLD_SAMPLES;
	const double part = 1.0 / (double)(samples - left_out);

	for (size_t n = 0; n < sample->count; n++) {
		struct node *node = ARRAY_ADD(&e->nodes, &e->nodes_count);

		if (!node)
			return -ENOMEM;
		*node = (struct node){ .operation =
			                       nodes[sample[samples - 1].first + n].operation };
	}
	for (size_t s = left_out; s < samples; s++) {
		const struct graph_node *of_sample = &nodes[sample[s].first];
		struct node *mean = &e->nodes[e->nodes_count - sample->count];
		int64_t start_ns = INT64_MAX;

		for (size_t n = 0; n < sample->count; n++)
			if (o->start_ns[of_sample[n].operation] < start_ns)
				start_ns = o->start_ns[of_sample[n].operation];
		for (size_t n = 0; n < sample->count; n++) {
			const uint32_t id = of_sample[n].operation;

			mean[n].start_ns += (double)(o->start_ns[id] - start_ns) * part;
			mean[n].end_ns += (double)(o->end_ns[id] - start_ns) * part;
		}
	}
	return 0;
}

static int compare_starts(const void *a, const void *b)
{
	const struct node *left = a, *right = b;

	if (left->start_ns != right->start_ns)
		return ORDER(left->start_ns, right->start_ns);
	return ORDER(left->end_ns, right->end_ns);
}

static bool starts_until(const void *node, const void *time_ns)
{
	return ((const struct node *)node)->start_ns <= *(const double *)time_ns;
}

/* How long, before each start and end, some node ran, and how long none. */
static void measure_template(struct expansion *e, struct template *template)
{
	struct node *nodes = &e->nodes[template->first];
	double first_ns, last_ns = 0, idle_ns = 0;

	qsort(nodes, template->count, sizeof *nodes, compare_starts);
	first_ns = nodes[0].start_ns; /* 0 but where means of several samples shift it */
	last_ns = first_ns;
	for (size_t i = 0; i < template->count; i++) {
		struct node *node = &nodes[i];

		if (node->start_ns > last_ns)
			idle_ns += node->start_ns - last_ns;
		node->idle_ns[0] = idle_ns;
		node->busy_ns[0] = node->start_ns - first_ns - idle_ns;
		last_ns = node->end_ns > last_ns ? node->end_ns : last_ns;
	}
	template->idle_ns = idle_ns;
	template->busy_ns = last_ns - first_ns - idle_ns;
	/* No gap begins while a node runs: what was idle before its end is what was idle before the
	 * last start up to then. */
	for (size_t i = 0; i < template->count; i++) {
		struct node *node = &nodes[i];
		const size_t later = lower_bound(&node->end_ns, nodes, template->count,
		                                 sizeof *nodes, starts_until);

		node->idle_ns[1] = nodes[later - 1].idle_ns[0];
		node->busy_ns[1] = node->end_ns - first_ns - node->idle_ns[1];
	}
}

static int add_template(struct expansion *e, const struct sample *sample, size_t samples)
{
	struct template *template = ARRAY_ADD(&e->templates, &e->templates_count);

	if (!template)
		return -ENOMEM;
	*template = (struct template){
		.graph_id = sample->graph_id,
		.call = sample->call,
		.first = e->nodes_count,
		.count = sample->count,
		.samples = samples,
	};
	if (add_nodes(e, sample, samples))
		return -ENOMEM;
	measure_template(e, template);
	return 0;
}

/* How many samples from SAMPLE on, up to END, are the same work. */
static size_t count_equal(const struct sample *sample, const struct sample *end)
{
	size_t equal = 1;

	while (sample + equal < end && sample[equal].signature == sample->signature &&
	       sample[equal].count == sample->count)
		equal++;
	return equal;
}

/*
 * Of the samples of one graph. One that stands alone is most often one of which records were lost,
 * or that the end of the recording cut off: it is no template where there is another.
 */
static int find_templates_of(struct expansion *e, const struct sample *first,
                             const struct sample *end)
{
	const struct sample *largest = first;
	bool has_template = false;
	size_t equal;

	for (const struct sample *sample = first; sample < end; sample += equal) {
		equal = count_equal(sample, end);
		if (sample->count > largest->count)
			largest = sample;
		if (equal == 1)
			continue;
		has_template = true;
		if (add_template(e, sample, equal))
			return -ENOMEM;
	}
	return has_template ? 0 : add_template(e, largest, 1);
}

static int find_templates(struct expansion *e)
{
	size_t end;

	for (size_t i = 0; i < e->samples_count; i = end) {
		for (end = i + 1; end < e->samples_count; end++)
			if (e->samples[end].graph_id != e->samples[i].graph_id)
				break;
		if (find_templates_of(e, &e->samples[i], &e->samples[end]))
			return -ENOMEM;
	}
	return 0;
}

/* ---- launches ---- */

static bool is_template_before(const void *item, const void *key)
{
	const struct template *template = item;
	const struct graph_launch *launch = key;

	if (template->graph_id != launch->graph_id)
		return template->graph_id < launch->graph_id;
	return template->call <= launch->call;
}

/* The last one that was sampled before LAUNCH, else the first one after; NULL: its graph has none.
 */
static const struct template *template_of(const struct expansion *e,
                                          const struct graph_launch *launch)
{
	const size_t next = lower_bound(launch, e->templates, e->templates_count,
	                                sizeof *e->templates, is_template_before);

	if (next > 0 && e->templates[next - 1].graph_id == launch->graph_id)
		return &e->templates[next - 1];
	return next < e->templates_count && e->templates[next].graph_id == launch->graph_id
	               ? &e->templates[next]
	               : NULL;
}

static int add_operation(struct trace *trace, const struct graph_launch *launch, int64_t start_ns,
                         int64_t end_ns, const struct operation_kind *kind)
{
	struct trace_operations *o = &trace->operations;

	if (operations_room(o))
		return -ENOMEM;
	o->start_ns[o->count] = start_ns;
	o->end_ns[o->count] = end_ns;
	o->stream[o->count] = kind->stream;
	o->call[o->count] = launch->call;
	o->detail[o->count] = kind->detail;
	o->channel[o->count] = kind->channel;
	o->type[o->count] = kind->type;
	o->flags[o->count] = kind->flags;
	o->count++;
	return 0;
}

/* Where a moment of TEMPLATE, before which BUSY_NS and IDLE_NS of it lie, is in LAUNCH. */
static int64_t moment_in(const struct graph_launch *launch, const struct template *template,
                         double busy_ns, double idle_ns)
{
	const double span_ns = (double)(launch->end_ns - launch->start_ns);
	const double whole_ns = template->busy_ns + template->idle_ns;
	double at_ns;

	if (span_ns >= whole_ns)
		at_ns = whole_ns > 0 ? (busy_ns + idle_ns) * (span_ns / whole_ns) : 0;
	else if (span_ns > template->busy_ns)
		at_ns = busy_ns + idle_ns * ((span_ns - template->busy_ns) / template->idle_ns);
	else
		at_ns = template->busy_ns > 0 ? busy_ns * (span_ns / template->busy_ns) : 0;
	return launch->start_ns + (int64_t)(at_ns < span_ns ? at_ns : span_ns);
}

static int expand(const struct expansion *e, const struct graph_launch *launch,
                  const struct template *template)
{
	struct trace_operations *o = &e->trace->operations;
	const struct node *nodes = &e->nodes[template->first];
	const uint32_t own_stream = o->stream[nodes[0].operation];

	for (size_t i = 0; i < template->count; i++) {
		const struct node *node = &nodes[i];
		const uint32_t id = node->operation;
		struct operation_kind kind = {
			.stream = o->stream[id] == own_stream ? launch->stream : o->stream[id],
			.detail = o->detail[id],
			.channel = o->channel[id],
			.type = o->type[id],
			.flags = o->flags[id] | OPERATION_SCALED,
		};

		if (add_operation(e->trace, launch,
		                  moment_in(launch, template, node->busy_ns[0], node->idle_ns[0]),
		                  moment_in(launch, template, node->busy_ns[1], node->idle_ns[1]),
		                  &kind))
			return -ENOMEM;
	}
	return 0;
}

/* ---- graphs of which no node is known ---- */

/* The shape of a kernel that stands for a whole launch of GRAPH: all of it is 0, unknown. */
static int add_shape(struct expansion *e, struct trace_graph *graph)
{
	char name[64];
	const int length = snprintf(name, sizeof name, "(CUDA graph %lld)", (long long)graph->id);
	struct trace_function *function =
	        ARRAY_ADD(&e->trace->functions, &e->trace->functions_count);
	struct trace_launch_shape *shape =
	        function ? ARRAY_ADD(&e->trace->launch_shapes, &e->trace->launch_shapes_count)
	                 : NULL;

	if (!shape)
		return -ENOMEM;
	*function = (struct trace_function){
		.name = keep_text(e->loader->texts, name, (size_t)length),
		.is_launched_before = true, /* it was loaded with its graph */
	};
	*shape = (struct trace_launch_shape){
		.function = (uint32_t)(e->trace->functions_count - 1),
		.shared_carveout_percent = -1,
	};
	graph->shape = (uint32_t)(e->trace->launch_shapes_count - 1);
	return function->name ? 0 : -ENOMEM;
}

static int add_whole(struct expansion *e, const struct graph_launch *launch,
                     struct trace_graph *graph)
{
	struct operation_kind kind = {
		.stream = launch->stream,
		.channel = UINT16_MAX,
		.type = OPERATION_KERNEL,
		.flags = OPERATION_ASYNC | OPERATION_GRAPH | OPERATION_SCALED,
	};

	if (graph->shape == NONE && add_shape(e, graph))
		return -ENOMEM;
	kind.detail = graph->shape;
	graph->unknown_launches++;
	return add_operation(e->trace, launch, launch->start_ns, launch->end_ns, &kind);
}

/* ---- all ---- */

static int add_launch(struct expansion *e, const struct graph_launch *launch)
{
	struct trace *trace = e->trace;
	const struct template *template = template_of(e, launch);
	struct trace_graph *graph =
	        trace->graphs_count ? &trace->graphs[trace->graphs_count - 1] : NULL;

	if (!graph || graph->id != launch->graph_id) {
		graph = ARRAY_ADD(&trace->graphs, &trace->graphs_count);
		if (!graph)
			return -ENOMEM;
		*graph = (struct trace_graph){ .id = launch->graph_id, .shape = NONE };
	}
	if (!template || trace->operations.count + template->count > OPERATIONS_MAX)
		return add_whole(e, launch, graph);
	graph->scaled_launches++;
	graph->scaled_operations += (int64_t) template->count;
	graph->nodes = template->count > graph->nodes ? template->count : graph->nodes;
	return expand(e, launch, template);
}

static bool is_graph_before(const void *graph, const void *id)
{
	return ((const struct trace_graph *)graph)->id < *(const int64_t *)id;
}

/* The launches by node of the graphs of which others are not. */
static void count_samples(struct expansion *e)
{
	struct trace *trace = e->trace;

	for (size_t i = 0; i < e->samples_count; i++) {
		const size_t at =
		        lower_bound(&e->samples[i].graph_id, trace->graphs, trace->graphs_count,
		                    sizeof *trace->graphs, is_graph_before);

		if (at < trace->graphs_count && trace->graphs[at].id == e->samples[i].graph_id)
			trace->graphs[at].measured_launches++;
	}
}

static int say_unknown(struct trace *trace)
{
	struct trace_diagnostic diagnostic = {
		.code = "unknown-graph",
		.subject = "graph_launch",
		.severity = 0, /* it was asked for */
		.message = "launches of CUDA graphs were recorded as one operation, and none of "
		           "their graph by node: which kernels ran in them is not known; "
		           "record --graph-trace=node has all of them",
	};
	struct trace_diagnostic *added;

	for (size_t i = 0; i < trace->graphs_count; i++)
		diagnostic.count += trace->graphs[i].unknown_launches;
	if (!diagnostic.count)
		return 0;
	added = ARRAY_ADD(&trace->diagnostics, &trace->diagnostics_count);
	if (!added)
		return -ENOMEM;
	*added = diagnostic;
	return 0;
}

int expand_graph_launches(struct trace *trace, struct loader *l)
{
	struct expansion e = { .trace = trace, .loader = l };
	int err = 0;

	if (!l->graph_launches_count)
		return 0;
	qsort(l->graph_launches, l->graph_launches_count, sizeof *l->graph_launches,
	      compare_launches);
	err = find_samples(&e);
	if (!err)
		err = find_templates(&e);
	for (size_t i = 0; i < l->graph_launches_count && !err; i++)
		err = add_launch(&e, &l->graph_launches[i]);
	count_samples(&e);
	if (!err)
		err = say_unknown(trace);
	free(e.samples);
	free(e.templates);
	free(e.nodes);
	return err;
}
