/* SPDX-License-Identifier: MIT */
/* What the kernels of a framework's program computed. Any thread. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/kernel_library.h"
#include "kernel/kernel_operator.h"
#include "report/report_parts.h"

enum {
	KERNELS_LEAST_PERCENT = 25, /* of the run, as for who launched the kernels */
	KNOWN_LEAST_PERCENT = 50,   /* of the kernels' time: else the names tell too little */
	KINDS_LEAST = 2,            /* that are worth telling apart */
	MOVED_LEAST_PERCENT = 50,   /* by copies: from there on it is most of the time */
	SHOWN_LEAST_PERCENT = 1,
	JOINED_LEAST_PERCENT = 5, /* of the run, by concatenations: as for a costly operation */
};

static int compare_operators(const void *a, const void *b)
{
	const struct report_operator *left = a, *right = b;

	return left->ns != right->ns ? (left->ns > right->ns ? -1 : 1)
	                             : (int)left->kind - (int)right->kind;
}

/* Adds up the launches of each kind into OPERATORS; returns the time of all. */
static int64_t add_up(struct report_operator *operators, const struct trace *trace,
                      const uint8_t *kinds)
{
	int64_t sum_ns = 0;

	for (int kind = 0; kind < OPERATORS; kind++)
		operators[kind].kind = (enum operator_kind)kind;
	for (uint32_t i = 0; i < trace->operations.count; i++)
		if (trace->operations.type[i] == OPERATION_KERNEL) {
			struct report_operator *o = &operators[kinds[operation_function(trace, i)]];

			o->ns = sum_saturated(o->ns, operation_length_ns(trace, i));
			o->launches++;
			sum_ns = sum_saturated(sum_ns, operation_length_ns(trace, i));
		}
	return sum_ns;
}

/* Whether most of the time goes with kernels that compute nothing. OPERATORS are sorted. */
static bool only_moves_data(const struct report_operator *operators)
{
	return operators->kind == OPERATOR_COPY && operators->percent >= MOVED_LEAST_PERCENT;
}

/* Sorts OPERATORS, sets their shares and returns how many are worth telling; 0: too few. */
static size_t choose(struct report_operator *operators, int64_t sum_ns)
{
	const double known = 100 - percent_of(operators[OPERATOR_OTHER].ns, sum_ns);
	size_t count = 0, kinds = 0;

	qsort(operators, OPERATORS, sizeof *operators, compare_operators);
	while (count < OPERATORS && operators[count].launches) {
		struct report_operator *o = &operators[count++];

		o->percent = percent_of(o->ns, sum_ns);
		kinds += o->kind != OPERATOR_OTHER && o->percent >= SHOWN_LEAST_PERCENT;
	}
	return known >= KNOWN_LEAST_PERCENT && (kinds >= KINDS_LEAST || only_moves_data(operators))
	               ? count
	               : 0;
}

/* Whether concatenations take enough of RUN_NS for a word of advice. */
static bool joins_much(const struct report_operator *operators, size_t count, int64_t run_ns)
{
	for (size_t i = 0; i < count; i++)
		if (operators[i].kind == OPERATOR_CONCATENATION)
			return percent_of(operators[i].ns, run_ns) >= JOINED_LEAST_PERCENT;
	return false;
}

/* "61.2 % matrix products, 20.1 % element-wise operations; 0.9 % are of 3 other kinds". Of copies
 * and concatenations it says what leaves them out. */
static const char *text_of(struct report *report, const struct report_operator *operators,
                           size_t count, int64_t run_ns)
{
	const char *text = "";
	double rest = 100;
	size_t shown = 0;

	for (; shown < count && operators[shown].percent >= SHOWN_LEAST_PERCENT; shown++) {
		text = report_text(report, "%s%s%.1f %% %s", text, *text ? ", " : "",
		                   operators[shown].percent, operator_text(operators[shown].kind));
		rest -= operators[shown].percent;
	}
	if (count - shown == 1)
		text = report_text(report, "%s, %.1f %% %s", text, rest,
		                   operator_text(operators[shown].kind));
	else if (count > shown)
		text = report_text(report, "%s; %.1f %% is of %zu other kinds", text, rest,
		                   count - shown);
	if (only_moves_data(operators))
		text = report_text(
		        report,
		        "%s. Copies compute nothing: arrays that stay contiguous, results "
		        "written in place, and a compiler that fuses copies into what reads "
		        "them leave them out",
		        text);
	if (joins_much(operators, count, run_ns))
		text = report_text(
		        report,
		        "%s. Concatenations copy every piece once more: results written into "
		        "parts of one array made before, pieces computed by one expression, and a "
		        "compiler that lets each piece be written in its place leave them out",
		        text);
	return text;
}

int report_add_operators(struct report *report, struct report_process *process,
                         const struct trace *trace)
{
	struct report_operator operators[OPERATORS] = { 0 };
	const struct framework *framework;
	uint8_t *kinds = NULL;
	size_t count;
	const int64_t run_ns = process->rest_ns ? process->rest_ns : process->program_ns;
	int64_t sum_ns;
	int err;

	process->operators_text = "";
	framework = kernels_framework(trace, &err);
	/* Who calls cuBLAS chose its kernels one by one. */
	if (err || !framework || strcmp(framework->library, "cuBLAS") == 0)
		return err;
	kinds = malloc(trace->functions_count + 1);
	if (!kinds)
		return -ENOMEM;
	for (size_t i = 0; i < trace->functions_count; i++)
		kinds[i] = (uint8_t)kernel_operator(trace->functions[i].name);
	sum_ns = add_up(operators, trace, kinds);
	free(kinds);
	count = choose(operators, sum_ns);
	if (!count || percent_of(sum_ns, run_ns) < KERNELS_LEAST_PERCENT)
		return 0;
	process->operators = report_array(report, count, sizeof *process->operators);
	for (size_t i = 0; process->operators && i < count; i++)
		process->operators[process->operators_count++] = operators[i];
	process->operators_text = text_of(report, operators, count, run_ns);
	return 0;
}
