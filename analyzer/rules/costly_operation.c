/* SPDX-License-Identifier: MIT */
/*
 * Rule costly-operation: operations of a framework or library, known by their kernels' names, that
 * can be left out or have a cheaper form.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "base/text.h"
#include "kernel/recorded_launch.h"
#include "rules/shared/epilogues.h"
#include "rules/shared/gaps.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"
#include "rules/shared/part_writes.h"
#include "rules/shared/rule.h"
#include "rules/shared/survey.h"

enum { SHARE, UNLIKE, MOST, PIECES, ROW, BEHIND };

static const struct threshold thresholds[] = {
	[SHARE] = { "share", 5, "%" },
	[UNLIKE] = { "unlike", 10, "times" },
	[MOST] = { "most", 50, "%" },
	[PIECES] = { "pieces", 8, "pieces" },
	[ROW] = { "row", 3, "kernels" },
	[BEHIND] = { "behind", 90, "%" },
	{ .name = NULL },
};

/*
 * THE TABLE: kernels' names (mangled) as PyTorch 2.11, cuDNN 9 and CuPy 13 have them, what the
 * operation is, and what else does it. Each kernel is of the first row that matches; rows of one
 * subject are one operation, which its first row describes.
 */
#define UNFOLDED "unfolded images"
#define PLACES   "masks and lists of indices"
#define SEEDS    "set-ups of random generators"
#define JOINS    "concatenations of many narrow pieces"

static const struct form {
	const char *pattern, *subject, *cause, *advice;
	/* Where launches of a shape take very different times; NULL: they do not. */
	const char *unlike, *unlike_advice;
} forms[] = {
	{ "*indexing_backward_kernel*", "gradients of indexing",
	  "they sort the indices and add up what has the same one in turn",
	  "Take rows by torch.index_select(x, 0, index), not by x[index]: its gradient is added "
	  "without sorting. Where the indices stay the same (a graph's edges), sort them once, and "
	  "use a "
	  "product with a sparse matrix (CSR) or torch.segment_reduce() for both directions.",
	  "rows that many indices name are added up in turn: the long ones are of tables with few "
	  "rows",
	  "Where a table has few rows (types, classes), make its rows a product: one_hot(index, "
	  "rows).to(table.dtype) @ table, whose gradient is a product, too; or take them by "
	  "torch.nn.functional.embedding(), whose gradient divides what has the same index among "
	  "many "
	  "threads. Elsewhere torch.index_select(x, 0, index) adds without sorting." },
	{ "_ZN5cudnn*nchwToNhwcKernel*", "changes of layout",
	  "convolutions run on channels-last data, and each call converts what it is given",
	  "Convert once: model.to(memory_format=torch.channels_last), and the same for the inputs. "
	  "Layers between convolutions keep it, as long as nothing asks for .contiguous() or "
	  "reshapes.",
	  NULL, NULL },
	{ "_ZN5cudnn*nhwcToNchwKernel*", "changes of layout", NULL, NULL, NULL, NULL },
	{ "_ZN2at6native*im2col_kernel*", UNFOLDED,
	  "each sample of a batch is unfolded for a product of its own, as PyTorch computes "
	  "convolutions without cuDNN",
	  "See that convolutions take cuDNN, which computes a whole batch at once: "
	  "torch.backends.cudnn.enabled must be True, torch.backends.cudnn.is_available() too, and "
	  "cuDNN has to know the type. What F.unfold() and F.fold() are for is often a "
	  "convolution, "
	  "or a view by Tensor.unfold(), which copies nothing.",
	  NULL, NULL },
	{ "_ZN2at6native*col2im*kernel*", UNFOLDED, NULL, NULL, NULL, NULL },
	{ "_ZN2at6native*vol2col*", UNFOLDED, NULL, NULL, NULL, NULL },
	{ "_ZN2at6native*vol2im*", UNFOLDED, NULL, NULL, NULL, NULL },
	{ "cupy_getitem_mask*", PLACES,
	  "a mask becomes a list of the places where it is true, whose length the host waits for, "
	  "and lists of places are read and written one by one",
	  "cupy.where(mask, a, b), or arithmetic with the mask, takes no list and no wait. Every "
	  "second element is a slice (a[::2]), and a shifted array one as well. Where several of "
	  "them follow one another, one cupy.ElementwiseKernel or cupyx.jit.rawkernel does all in "
	  "one pass. The list of a mask that stays the same can be made once, by cupy.nonzero().",
	  NULL, NULL },
	{ "cupy_nonzero_kernel*", PLACES, NULL, NULL, NULL, NULL },
	{ "cupy_scatter_*mask*", PLACES, NULL, NULL, NULL, NULL },
	{ "cupy_prepare_mask*", PLACES, NULL, NULL, NULL, NULL },
	{ "cupy_prepare_array_indexing*", PLACES, NULL, NULL, NULL, NULL },
	{ "cupy_scatter_update*", PLACES, NULL, NULL, NULL, NULL },
	{ "cupy_take*", PLACES, NULL, NULL, NULL, NULL },
	{ "_ZN2at6native6mbtopk*", "selections from long rows",
	  "topk() reads all of its input once for each 8 bits of its type, and once more to "
	  "collect",
	  "Select once: topk() with the largest k has the results of smaller ones, too. Keys of 16 "
	  "bits (.half() or .bfloat16(), where values that near may change places) are half as "
	  "long, and read half as often. Where rows are computed in pieces, topk() of each piece "
	  "while it is in the L2 cache, and then of what all pieces gave, reads no more than that. "
	  "Nearest neighbours: cuVS and FAISS select in one pass. What needs no order takes "
	  "sorted=False.",
	  NULL, NULL },
	{ "_Z*generate_seed_pseudo*", SEEDS,
	  "cuRAND computes the state of a generator anew, which takes longer than the numbers",
	  "Create the generator once (curandCreateGenerator()), before the loop, and take all "
	  "numbers "
	  "from it: each call goes on behind the one before. To set a seed, an offset or an "
	  "ordering "
	  "sets it up again, as well. Philox (CURAND_RNG_PSEUDO_PHILOX4_32_10) has next to no "
	  "state.",
	  NULL, NULL },
	{ "*N2at6native*CatArrayBatchedCopy_alignedK_contigI*", JOINS,
	  "torch.cat() copies each row of each piece on its own, a few values at a time",
	  "Compute the pieces by one expression that has them all: an encoding by frequencies is "
	  "x[..., None] * freqs, whose sine and cosine go to the two halves of one output by out=, "
	  "and a view of it has the pieces side by side. Or put them together along the first "
	  "dimension, where each is copied as a whole (torch.stack()), and let what reads them "
	  "take that order. torch.compile() writes each piece to its place as it is computed.",
	  NULL, NULL },
	{ "*N2at6native*CatArrayBatchedCopyI*", JOINS, NULL, NULL, NULL, NULL },
};

enum { FORMS = sizeof forms / sizeof *forms };

struct times {
	uint8_t *form; /* by function; FORMS: none */
	int64_t ns[FORMS], count[FORMS];
	int64_t gaps_ns[FORMS]; /* in which the GPU waited for their launches */
};

/* Whether the kernel NAME of ROW joins arrays of one dimension: each is copied as a whole. */
static bool is_whole_join(const char *name, uint8_t row)
{
	return strcmp(forms[row].subject, JOINS) == 0 &&
	       (text_matches("*EEEjLi1E*", name) || text_matches("*EEEmLi1E*", name));
}

/* The first row of the same subject: several kernels are one operation. */
static uint8_t form_of(const char *name)
{
	uint8_t row = 0, first = 0;

	while (row < FORMS && !text_matches(forms[row].pattern, name))
		row++;
	while (row < FORMS && first < row && strcmp(forms[first].subject, forms[row].subject) != 0)
		first++;
	return row < FORMS && !is_whole_join(name, row) ? first : FORMS;
}

/* Whether the kernel ID is one of FORM: of concatenations, those of many pieces, which each have a
 * row of blocks. */
static bool is_launch_of(const struct trace *trace, uint32_t id, uint8_t form)
{
	return strcmp(forms[form].subject, JOINS) != 0 ||
	       (double)trace->launch_shapes[trace->operations.detail[id]].grid[1] >=
	               thresholds[PIECES].value;
}

/* Where the host cannot keep up, a kernel costs the time until it is launched. */
static int measure_gaps(struct times *times, const struct graph *graph)
{
	struct gap_walk walk;
	struct gap gap;
	int err = gap_walk_init(&walk, graph);

	while (!err && gap_next(&walk, &gap)) {
		uint8_t form = FORMS;

		if (gap.kind == GAP_LAUNCH &&
		    graph->trace->operations.type[gap.next] == OPERATION_KERNEL)
			form = times->form[operation_function(graph->trace, gap.next)];
		if (form < FORMS && is_launch_of(graph->trace, gap.next, form) &&
		    gap_alone_ns(&gap) > 0)
			times->gaps_ns[form] =
			        sum_saturated(times->gaps_ns[form], gap_alone_ns(&gap));
	}
	gap_walk_release(&walk);
	return err;
}

static int times_measure(struct times *times, const struct graph *graph)
{
	const struct trace *trace = graph->trace;
	const struct trace_operations *o = &trace->operations;
	bool is_there = false;

	*times = (struct times){ .form = malloc(trace->functions_count + 1) };
	if (!times->form)
		return -ENOMEM;
	for (size_t i = 0; i < trace->functions_count; i++)
		times->form[i] = form_of(trace->functions[i].name);
	for (uint32_t i = 0; i < o->count; i++) {
		uint8_t form;

		if (o->type[i] != OPERATION_KERNEL)
			continue;
		form = times->form[operation_function(trace, i)];
		if (form == FORMS || !is_launch_of(trace, i, form))
			continue;
		times->ns[form] = sum_saturated(times->ns[form], operation_length_ns(trace, i));
		times->count[form]++;
		is_there = true;
	}
	return is_there ? measure_gaps(times, graph) : 0;
}

/* ---- launches of a shape that are unlike ---- */

struct unlike {
	int64_t *shortest_ns; /* by launch shape; 0: not of the form */
	int64_t ns; /* of launches that are long, compared with the shortest of their shape */
	int64_t longest_ns;
	uint32_t shape; /* the longest one's */
};

static bool is_of(const struct times *times, const struct trace *trace, uint8_t form, uint32_t id)
{
	return trace->operations.type[id] == OPERATION_KERNEL &&
	       times->form[operation_function(trace, id)] == form && is_launch_of(trace, id, form);
}

static int unlike_measure(struct unlike *unlike, const struct times *times,
                          const struct trace *trace, uint8_t form)
{
	const struct trace_operations *o = &trace->operations;

	*unlike = (struct unlike){
		.shortest_ns = calloc(trace->launch_shapes_count + 1, sizeof *unlike->shortest_ns),
		.shape = NONE,
	};
	if (!unlike->shortest_ns)
		return -ENOMEM;
	for (uint32_t i = 0; i < o->count; i++) {
		const int64_t ns = operation_length_ns(trace, i);

		if (is_of(times, trace, form, i) && ns > 0 &&
		    (!unlike->shortest_ns[o->detail[i]] || ns < unlike->shortest_ns[o->detail[i]]))
			unlike->shortest_ns[o->detail[i]] = ns;
	}
	for (uint32_t i = 0; i < o->count; i++) {
		const int64_t ns = operation_length_ns(trace, i);

		if (!is_of(times, trace, form, i) ||
		    (double)ns <
		            thresholds[UNLIKE].value * (double)unlike->shortest_ns[o->detail[i]])
			continue;
		unlike->ns = sum_saturated(unlike->ns, ns);
		if (ns > unlike->longest_ns) {
			unlike->longest_ns = ns;
			unlike->shape = o->detail[i];
		}
	}
	return 0;
}

/* Whether most of the time is in launches that are that long: then it is no matter of how much
 * there is to do. */
static bool say_unlike(struct finding *f, const struct unlike *unlike, const struct trace *trace,
                       const struct form *form)
{
	const struct trace_launch_shape *shape;

	if (!form->unlike || unlike->shape == NONE ||
	    percent_of(unlike->ns, f->cost_ns) < thresholds[MOST].value)
		return false;
	shape = &trace->launch_shapes[unlike->shape];
	finding_fact(f, "unlike", "the same kernel with the same %s blocks takes %s to %s: %s",
	             format_count(FORMAT, recorded_volume(shape->grid)),
	             format_duration(FORMAT, unlike->shortest_ns[unlike->shape]),
	             format_duration(FORMAT, unlike->longest_ns), form->unlike);
	return true;
}

/* ---- the finding ---- */

/* How many pieces the launches of the SHAPE of most time join, of COUNT launches of NS in all. */
static void say_pieces(struct finding *f, const struct trace *trace, uint32_t shape, int64_t count,
                       int64_t ns)
{
	if (strcmp(f->subject, JOINS) == 0 && count > 0)
		finding_fact(f, "pieces", "%s join %d pieces each, in %s on average",
		             name_count(NAME, count, "launch", "launches"),
		             (int)trace->launch_shapes[shape].grid[1],
		             format_duration(FORMAT, ns / count));
}

/* What launches of FORM there are, by launch shape, and the kernels of these, as other findings
 * name them. */
static int say_launches(struct finding *f, const struct times *times, const struct trace *trace,
                        uint8_t form)
{
	int64_t *ns = calloc(trace->launch_shapes_count + 1, sizeof *ns);
	int64_t *count = calloc(trace->launch_shapes_count + 1, sizeof *count);
	bool *is_launched = calloc(trace->functions_count + 1, sizeof *is_launched);
	const int err = ns && count && is_launched ? 0 : -ENOMEM;
	struct name_list list = { 0 };
	uint32_t most = 0;

	for (uint32_t i = 0; !err && i < trace->operations.count; i++) {
		const uint32_t shape = trace->operations.detail[i];

		if (!is_of(times, trace, form, i))
			continue;
		is_launched[operation_function(trace, i)] = true;
		ns[shape] = sum_saturated(ns[shape], operation_length_ns(trace, i));
		count[shape]++;
		if (ns[shape] > ns[most] || !count[most])
			most = shape;
	}
	for (uint32_t k = 0; !err && k < trace->functions_count; k++)
		if (is_launched[k])
			name_list_add(&list, name_function(NAME, trace, k));
	if (!err) {
		finding_fact(f, "kernels", "%s", name_list_end(&list));
		say_pieces(f, trace, most, count[most], ns[most]);
	}
	free(is_launched);
	free(count);
	free(ns);
	return err;
}

static int add_launches(struct check *check, struct finding *f, const struct times *times,
                        uint8_t form)
{
	const struct trace *trace = check->trace;
	bool *is_its = calloc(trace->operations.count + 1, sizeof *is_its);
	int err;

	if (!is_its)
		return -ENOMEM;
	for (uint32_t i = 0; i < trace->operations.count; i++)
		is_its[i] = is_of(times, trace, form, i);
	err = host_evidence_of_kernels(f, check, is_its);
	free(is_its);
	return err;
}

static int64_t cost_of(const struct times *times, uint8_t form)
{
	return sum_saturated(times->ns[form], times->gaps_ns[form]);
}

static int report(struct check *check, const struct times *times, uint8_t form)
{
	const struct trace *trace = check->trace;
	struct finding *f = finding_add(check, forms[form].subject);
	struct unlike unlike;
	bool is_unlike = false;
	int err = unlike_measure(&unlike, times, trace, form);

	f->cost_ns = cost_of(times, form);
	f->occurrences = times->count[form];
	finding_headline(f, "%s take %s in %s: %s", forms[form].subject,
	                 format_duration(FORMAT, f->cost_ns),
	                 name_count(NAME, f->occurrences, "kernel", "kernels"), forms[form].cause);
	if (times->gaps_ns[form])
		finding_fact(f, "time",
		             "%s running, and %s in which the GPU waited for their launches",
		             format_duration(FORMAT, times->ns[form]),
		             format_duration(FORMAT, times->gaps_ns[form]));
	if (!err)
		err = say_launches(f, times, trace, form);
	if (!err)
		is_unlike = say_unlike(f, &unlike, trace, &forms[form]);
	finding_advice(f, "%s", is_unlike ? forms[form].unlike_advice : forms[form].advice);
	if (is_unlike || percent_of(f->cost_ns, check->survey->span_ns) >= thresholds[MOST].value)
		f->severity = FINDING_WARNING;
	finding_not_predicted(f, "what takes their place takes some time, too: at most the whole "
	                         "cost");
	free(unlike.shortest_ns);
	return err ? err : add_launches(check, f, times, form);
}

/* A program sets up a generator once, or one for each of its threads. */
static int64_t least_of(uint8_t form)
{
	return strcmp(forms[form].subject, SEEDS) == 0 ? REPEATS_MIN : 1;
}

static void check_costly_operation(struct check *check)
{
	struct times times;
	int err = times_measure(&times, check->graph);

	for (uint8_t i = 0; i < FORMS && !err; i++)
		if (times.count[i] >= least_of(i) &&
		    percent_of(cost_of(&times, i), check->survey->span_ns) >=
		            thresholds[SHARE].value)
			err = report(check, &times, i);
	if (!err)
		err = part_writes_check(check, thresholds[ROW].value, thresholds[SHARE].value);
	if (!err)
		err = epilogues_check(check, thresholds[BEHIND].value, thresholds[SHARE].value);
	free(times.form);
	check_failed(check, err);
}

const struct rule rule_costly_operation = {
	.id = "costly-operation",
	.severity = FINDING_NOTE,
	.thresholds = { thresholds },
	.check = check_costly_operation,
};
