/* SPDX-License-Identifier: MIT */
/*
 * Rule unfused-operations: a framework runs a kernel for each operation on the elements of arrays,
 * and each writes what the next one reads. Or it does so for lists of arrays, as the steps of an
 * optimiser: many launches of one operation, and then of the next one. Or it computes attention
 * step by step. Or the program does so with kernels of its own, as their code says.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/format.h"
#include "base/statistics.h"
#include "kernel/kernel_library.h"
#include "rules/shared/attention.h"
#include "rules/shared/element_rows.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"
#include "rules/shared/operation_rows.h"
#include "rules/shared/optimizer.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"

enum { SPARED };

static const struct threshold thresholds[] = {
	[SPARED] = { "spared", 5, "%" },
	{ .name = NULL },
};

/* ---- the findings ---- */

static bool has_kernels_of_tables(const struct trace *trace)
{
	for (size_t i = 0; i < trace->functions_count; i++)
		if (strstr(trace->functions[i].name, "EmbeddingBackward"))
			return true;
	return false;
}

static void say_elementwise(struct finding *f, const struct operation_rows *rows)
{
	char copies[NAME_MAX_BYTES] = "";

	if (rows->copies)
		snprintf(copies, sizeof copies, " and %s",
		         name_count(NAME, rows->copies, "copy", "copies"));
	finding_headline(f, "%s%s of single operations on arrays follow one another: %s in %s",
	                 name_count(NAME, rows->kernels, "kernel", "kernels"), copies,
	                 format_duration(FORMAT, rows->total_ns),
	                 name_count(NAME, rows->count, "row", "rows"));
	finding_advice(f, "Let each row be one kernel, which keeps intermediate results in "
	                  "registers instead of writing them to memory for the next one to read. "
	                  "Where it reads what it writes at other places (a stencil), it needs a "
	                  "second array to write to.");
	finding_fact(f, "cost",
	             "all of a row's time but its longest kernel's, which has to read "
	             "and write as well");
	if (rows->norms)
		finding_fact(f, "normalizations",
		             "%s of the rows have one, or a softmax, whose kernel can do what is "
		             "done with its elements before and behind it; casts of weights and "
		             "what else has another size are not in them",
		             format_count(FORMAT, rows->norms));
}

static void say_foreach(struct finding *f, const struct operation_rows *rows,
                        const struct trace *trace)
{
	const struct optimizer *seen = optimizer_seen(trace);
	char how[NAME_MAX_BYTES];

	finding_headline(f,
	                 "an optimiser goes over all parameters for each of its operations: %s, "
	                 "%s in %s",
	                 name_count(NAME, rows->kernels, "kernel", "kernels"),
	                 format_duration(FORMAT, rows->total_ns),
	                 name_count(NAME, rows->count, "step", "steps"));
	if (!seen || seen->has_fused)
		snprintf(how, sizeof how, "fused=True for %s",
		         seen ? seen->names : "torch.optim.Adam, AdamW, SGD and Adagrad");
	else
		snprintf(how, sizeof how,
		         "%s has no fused=True, but a function that calls its step() can be "
		         "compiled",
		         seen->names);
	finding_advice(f,
	               "Let one kernel do the whole step, which reads and writes each parameter "
	               "once: %s.%s",
	               how,
	               has_kernels_of_tables(trace)
	                       ? " Where most parameters are tables of which a step uses few rows, "
	                         "nn.Embedding(..., sparse=True) with SparseAdam leaves the other "
	                         "rows alone."
	                       : "");
	finding_case(f, "optimiser");
	finding_fact(f, "cost",
	             "all of a step's time but its longest pass, which has to read and "
	             "write as well");
}

static int64_t count_kernels(const struct trace *trace)
{
	int64_t count = 0;

	for (size_t i = 0; i < trace->operations.count; i++)
		count += trace->operations.type[i] == OPERATION_KERNEL;
	return count;
}

/* Where the GPU waits for launches, those of a row but one go as well. */
static void add_launches(const struct check *check, struct finding *f,
                         const struct operation_rows *rows)
{
	const struct finding *slow = check_finding_of(check, "launch-bound", NONE);
	const int64_t kernels = count_kernels(check->trace), spared = rows->kernels - rows->count;

	if (!slow || spared <= 0 || !kernels)
		return;
	f->cost_ns = sum_saturated(
	        f->cost_ns, (int64_t)((double)slow->cost_ns * (double)spared / (double)kernels));
	finding_fact(
	        f, "launches",
	        "%s of %s kernels need none then, and the GPU waits for launches: the same part "
	        "of what launch-bound costs is in the cost",
	        format_count(FORMAT, spared), format_count(FORMAT, kernels));
}

/* Whether OPERATION is a kernel of which it is known how long it usually takes. */
static bool is_judged(const struct check *check, uint32_t operation)
{
	const struct trace_operations *o = &check->trace->operations;

	return o->type[operation] == OPERATION_KERNEL &&
	       check->survey->launches[o->detail[operation]].launches;
}

/* How far the time of KERNEL is from what launches of its shape take on average. */
static int64_t off_ns(const struct check *check, uint32_t kernel)
{
	const struct launch *launch =
	        &check->survey->launches[check->trace->operations.detail[kernel]];

	return llabs(operation_length_ns(check->trace, kernel) -
	             launch->total_ns / launch->launches);
}

/* Of each launch shape one that takes as long as is usual, those first that take most in all; and
 * then others, the most usual first. The longest may be one that touched memory first, or was
 * interrupted. */
static int add_examples(const struct check *check, struct finding *f, const uint32_t *operations,
                        size_t count)
{
	const struct trace *trace = check->trace;
	uint32_t *usual = malloc((trace->launch_shapes_count + 1) * sizeof *usual);

	if (!usual)
		return -ENOMEM;
	for (size_t s = 0; s < trace->launch_shapes_count; s++)
		usual[s] = NONE;
	for (size_t i = 0; i < count; i++) {
		const uint32_t id = operations[i], shape = trace->operations.detail[id];

		if (is_judged(check, id) &&
		    (usual[shape] == NONE || off_ns(check, id) < off_ns(check, usual[shape])))
			usual[shape] = id;
	}
	for (size_t i = 0; i < count; i++) {
		const uint32_t id = operations[i], shape = trace->operations.detail[id];

		finding_example(f, id,
		                !is_judged(check, id) ? INT64_MIN
		                : usual[shape] == id  ? check->survey->launches[shape].total_ns
		                                      : -off_ns(check, id));
	}
	free(usual);
	return 0;
}

/* Says whether memory limits the kernels among COUNT operations for most of their time: then
 * nothing but fewer passes over it makes them faster. */
static void say_limit(const struct check *check, struct finding *f, const uint32_t *operations,
                      size_t count)
{
	const struct trace_operations *o = &check->trace->operations;
	int64_t all_ns = 0, limited_ns = 0;
	double least = 100;

	for (size_t i = 0; i < count; i++) {
		const uint32_t id = operations[i];
		const int64_t ns = operation_length_ns(check->trace, id);
		const double percent = o->type[id] == OPERATION_KERNEL
		                               ? check->profiles->shapes[o->detail[id]].dram_percent
		                               : NAN;

		all_ns = sum_saturated(all_ns, ns);
		if (!(percent >= VERDICT_BOUND_PERCENT))
			continue;
		limited_ns = sum_saturated(limited_ns, ns);
		least = fmin(least, percent);
	}
	if (2 * (double)limited_ns > (double)all_ns)
		finding_fact(f, "limit",
		             "GPU memory, at %.0f %% of its peak or more: no other change than "
		             "fewer passes over it makes such kernels much faster",
		             floor(least));
}

static void say_place(struct finding *f, const char *place)
{
	char *const headline = f->headline;

	f->headline = NULL;
	finding_headline(f, "%s, %s", headline ? headline : "", place);
	free(headline);
}

/* COUNT operations, and the host's code that launches them. Returns 0 or -ENOMEM. */
static int add_operations(struct check *check, struct finding *f, const uint32_t *operations,
                          size_t count)
{
	const struct trace *trace = check->trace;
	bool *is_of = calloc(trace->operations.count + 1, sizeof *is_of);
	struct host_evidence code;
	int err, code_err;

	if (!is_of)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++)
		is_of[operations[i]] = true;
	host_evidence_init(&code, check);
	host_evidence_kernels(&code, is_of);
	free(is_of);
	say_limit(check, f, operations, count);
	err = add_examples(check, f, operations, count);
	code_err = host_evidence_end(&code, f);
	if (*code.place)
		say_place(f, code.place);
	return err ? err : code_err;
}

static int report(struct check *check, const struct operation_rows *rows, bool is_of_lists)
{
	const struct trace *trace = check->trace;
	struct finding *f = finding_add(check, is_of_lists ? "optimiser" : "");

	f->cost_ns = rows->spared_ns;
	f->occurrences = rows->kernels + rows->copies;
	if (is_of_lists)
		say_foreach(f, rows, trace);
	else
		say_elementwise(f, rows);
	add_launches(check, f, rows);
	finding_not_predicted(f, "how long a fused kernel takes depends on how many arrays it has "
	                         "to read: at most the whole cost");
	return add_operations(check, f, rows->found, rows->found_count);
}

/* ---- the program's own ---- */

static int report_elements(struct check *check, const struct element_rows *rows)
{
	struct finding *f = finding_add(check, "kernels of the program");
	char copies[NAME_MAX_BYTES] = "", kernels[NAME_MAX_BYTES];
	const int err = name_kernels(kernels, check->trace, rows->found, rows->found_count);

	if (err)
		return err;
	f->cost_ns = sum_saturated(rows->spared_ns, rows->gaps_ns);
	f->occurrences = rows->kernels + rows->copies;
	if (rows->copies)
		snprintf(copies, sizeof copies, " and %s",
		         name_count(NAME, rows->copies, "copy", "copies"));
	finding_headline(f, "%s%s that go element by element follow one another: %s in %s",
	                 name_count(NAME, rows->kernels, "kernel", "kernels"), copies,
	                 format_duration(FORMAT, rows->total_ns),
	                 name_count(NAME, rows->count, "row", "rows"));
	finding_advice(
	        f,
	        "Let one kernel do what a row does: its thread for an element does all of it "
	        "for that element, keeps in a register what the next step reads, and "
	        "stores what is needed behind the row.%s",
	        rows->copies ? " What is copied behind them, it stores at the copy's "
	                       "target itself."
	                     : "");
	finding_fact(f, "kernels", "%s", kernels);
	finding_fact(f, "code",
	             "whatever each of them loads and stores is at one index of its arrays, the "
	             "same of all, in grids that are the same");
	finding_fact(f, "cost",
	             "all of a row's time but its longest part, or what the instructions of all "
	             "take to issue; and %s that the GPU takes from one to the next",
	             format_duration(FORMAT, rows->gaps_ns));
	finding_not_predicted(f, "how long a fused kernel takes depends on how many arrays it has "
	                         "to read: at most the whole cost");
	return add_operations(check, f, rows->found, rows->found_count);
}

static int check_elements(struct check *check)
{
	struct element_rows rows = { 0 };
	int err = element_rows_find(&rows, check);
	const int64_t cost_ns = sum_saturated(rows.spared_ns, rows.gaps_ns);

	if (!err && cost_ns > 0 &&
	    percent_of(cost_ns, check->survey->span_ns) >= thresholds[SPARED].value)
		err = report_elements(check, &rows);
	element_rows_release(&rows);
	return err;
}

/* ---- attention ---- */

static int report_attention(struct check *check, const struct attention *attention, int64_t busy_ns)
{
	struct finding *f = finding_add(check, "attention");

	f->cost_ns = attention->ns;
	f->occurrences = attention->kernels + attention->copies;
	finding_headline(
	        f,
	        "attention is computed step by step: %s between its two matrix products take "
	        "%s, %s of the time in which the GPU is busy",
	        name_count(NAME, attention->kernels, "kernel", "kernels"),
	        format_duration(FORMAT, attention->ns),
	        format_percent(FORMAT, percent_of(attention->ns, busy_ns)));
	finding_advice(f, "%s", rule_note(check->rule, RULE_ADVICE, "attention"));
	finding_case(f, "attention");
	finding_fact(
	        f, "softmax",
	        "%s, behind a mask or before dropout, with nothing else than operations on the "
	        "elements of the scores from one product to the next",
	        name_count(NAME, attention->softmaxes, "launch", "launches"));
	finding_not_predicted(f,
	                      "how long the fused kernel takes depends on the sizes and the mask: "
	                      "at most the whole cost, and the products write no scores then");
	return add_operations(check, f, attention->found, attention->found_count);
}

/* Whether device-copy has a finding of the operation whose kernel the function NAME is. */
static bool is_copied_for(const struct check *check, const char *name)
{
	const char *operation = kernel_works_on_copy(name), *other;

	for (uint32_t i = 0; operation && i < check->trace->functions_count; i++) {
		other = kernel_works_on_copy(check->trace->functions[i].name);
		if (other && strcmp(other, operation) == 0 &&
		    check_finding_of(check, "device-copy", i))
			return true;
	}
	return false;
}

/* By function: whether device-copy speaks of the copy right before it; NULL: no memory. */
static bool *find_copied_for(const struct check *check)
{
	const struct trace *trace = check->trace;
	bool *are = calloc(trace->functions_count + 1, sizeof *are);

	for (size_t i = 0; are && i < trace->functions_count; i++)
		are[i] = is_copied_for(check, trace->functions[i].name);
	return are;
}

/* Copies of which device-copy speaks are in the steps, but not in what these cost. */
static void leave_copies(struct attention *attention, const struct trace *trace,
                         const bool *copied_for)
{
	for (size_t i = 0; i + 1 < attention->found_count; i++) {
		const uint32_t id = attention->found[i], next = attention->found[i + 1];

		if (trace->operations.type[id] != OPERATION_COPY ||
		    trace->operations.type[next] != OPERATION_KERNEL ||
		    !copied_for[operation_function(trace, next)])
			continue;
		attention->ns -= operation_length_ns(trace, id);
		attention->copies--;
	}
}

/* There is a finding if the steps between products take enough of the time in which the GPU is
 * busy. Else ATTENTION has no operations. */
static int check_attention(struct check *check, struct attention *attention, const bool *copied_for)
{
	struct interval_set busy = { 0 };
	int err = attention_find(attention, check->trace);
	int64_t busy_ns;

	if (!err)
		err = gpus_busy(&busy, check->trace);
	busy_ns = interval_set_length(&busy);
	interval_set_release(&busy);
	if (err)
		return err;
	leave_copies(attention, check->trace, copied_for);
	if (attention->ns > 0 && is_worth(check, attention->ns) &&
	    percent_of(attention->ns, busy_ns) >= thresholds[SPARED].value)
		return report_attention(check, attention, busy_ns);
	for (size_t i = 0; i < attention->found_count; i++)
		attention->is_of[attention->found[i]] = false;
	return 0;
}

/* Rows of a framework's operations, but for those that another finding is about. */
static int check_rows(struct check *check, const bool *is_other, const bool *copied_for)
{
	struct operation_rows rows[OPERATION_ROW_KINDS];
	int err = operation_rows_find(rows, check, is_other, copied_for);

	for (int kind = OPERATION_ON_ELEMENTS; kind < OPERATION_ROW_KINDS && !err; kind++) {
		const int64_t spared_ns = rows[kind].spared_ns;

		if (spared_ns > 0 &&
		    percent_of(spared_ns, check->survey->span_ns) >= thresholds[SPARED].value)
			err = report(check, &rows[kind], kind == OPERATION_ON_LISTS);
	}
	operation_rows_release(rows);
	return err;
}

static void check_unfused_operations(struct check *check)
{
	struct attention attention = { 0 };
	bool *copied_for = find_copied_for(check);
	int err = copied_for ? check_attention(check, &attention, copied_for) : -ENOMEM;

	if (!err)
		err = check_rows(check, attention.is_of, copied_for);
	attention_release(&attention);
	free(copied_for);
	if (!err)
		err = check_elements(check);
	check_failed(check, err);
}

const struct rule rule_unfused_operations = {
	.id = "unfused-operations",
	.severity = FINDING_NOTE,
	.thresholds = { thresholds, operation_rows_thresholds, worth_threshold },
	.yields_to = { "launch-bound", "device-copy" },
	.check = check_unfused_operations,
};
