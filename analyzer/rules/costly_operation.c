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
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/survey.h"

enum { SHARE };

static const struct threshold thresholds[] = {
	[SHARE] = { "share", 5, "%" },
	{ .name = NULL },
};

/*
 * THE TABLE: kernels' names (mangled) as PyTorch 2.11 and cuDNN 9 have them, what the operation is,
 * and what else does it. Each kernel is of the first row that matches.
 */
static const struct form {
	const char *pattern, *subject, *cause, *advice;
} forms[] = {
	{ "*indexing_backward_kernel*", "gradients of indexing",
	  "they sort the indices and add up what has the same one in turn",
	  "Take rows by torch.index_select(x, 0, index) or torch.nn.functional.embedding(), not by "
	  "x[index]: their gradients are added without sorting. Where the indices stay the same (a "
	  "graph's edges), sort them once, and use a product with a sparse matrix (CSR) or "
	  "torch.segment_reduce() for both directions." },
	{ "_ZN5cudnn*nchwToNhwcKernel*", "changes of layout",
	  "convolutions run on channels-last data, and each call converts what it is given",
	  "Convert once: model.to(memory_format=torch.channels_last), and the same for the inputs. "
	  "Layers between convolutions keep it, as long as nothing asks for .contiguous() or "
	  "reshapes." },
	{ "_ZN5cudnn*nhwcToNchwKernel*", "changes of layout", NULL, NULL },
};

enum { FORMS = sizeof forms / sizeof *forms };

struct times {
	uint8_t *form; /* by function; FORMS: none */
	int64_t ns[FORMS], count[FORMS];
};

/* The first row of the same subject: several kernels are one operation. */
static uint8_t form_of(const char *name)
{
	uint8_t row = 0, first = 0;

	while (row < FORMS && !text_matches(forms[row].pattern, name))
		row++;
	while (row < FORMS && first < row && strcmp(forms[first].subject, forms[row].subject) != 0)
		first++;
	return row < FORMS ? first : FORMS;
}

static int times_measure(struct times *times, const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;

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
		if (form == FORMS)
			continue;
		times->ns[form] = sum_saturated(times->ns[form], operation_length_ns(trace, i));
		times->count[form]++;
	}
	return 0;
}

static int report(struct check *check, const struct times *times, uint8_t form)
{
	const struct trace *trace = check->trace;
	struct finding *f = finding_add(check, forms[form].subject);
	bool *is_of = calloc(trace->operations.count + 1, sizeof *is_of);
	struct host_evidence code;

	if (!is_of)
		return -ENOMEM;
	for (uint32_t i = 0; i < trace->operations.count; i++) {
		if (trace->operations.type[i] != OPERATION_KERNEL ||
		    times->form[operation_function(trace, i)] != form)
			continue;
		finding_example(f, i, operation_length_ns(trace, i));
		is_of[i] = true;
	}
	host_evidence_init(&code, check);
	host_evidence_kernels(&code, is_of);
	free(is_of);
	f->cost_ns = times->ns[form];
	f->occurrences = times->count[form];
	finding_headline(f, "%s take %s in %s: %s", forms[form].subject,
	                 format_duration(FORMAT, f->cost_ns),
	                 name_count(NAME, f->occurrences, "kernel", "kernels"), forms[form].cause);
	finding_advice(f, "%s", forms[form].advice);
	finding_not_predicted(f, "what takes their place takes some time, too: at most the whole "
	                         "cost");
	return host_evidence_end(&code, f);
}

static void check_costly_operation(struct check *check)
{
	struct times times;
	int err = times_measure(&times, check->trace);

	for (uint8_t i = 0; i < FORMS && !err; i++)
		if (times.ns[i] > 0 &&
		    percent_of(times.ns[i], check->survey->span_ns) >= thresholds[SHARE].value)
			err = report(check, &times, i);
	free(times.form);
	check_failed(check, err);
}

const struct rule rule_costly_operation = {
	.id = "costly-operation",
	.severity = FINDING_NOTE,
	.thresholds = { thresholds },
	.check = check_costly_operation,
};
