/* SPDX-License-Identifier: MIT */
/* Functions by name: the best way in which the text names any decides. */
#include "cli/kernel_choice.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "base/text.h"
#include "cli/cmd.h"
#include "code/demangle.h"
#include "code/shorten.h"
#include "rules/shared/names.h"

enum { LISTED = 10 }; /* kernels in an error */

/* A function with launches. */
struct named_kernel {
	uint32_t function;
	char *name, *shortened; /* demangled, and without return type and parameters */
	int match;              /* enum kernel_match */
	int64_t launches, total_ns;
};

/* ---- how a text names a function ---- */

/* Whether TEXT is FUNCTION's name cut to one of the widths that reports have; -ENOMEM. */
static int is_cut(const struct trace *trace, uint32_t function, const char *text)
{
	int found = 0;

	for (int level = 0; level < NAME_LEVELS && !found; level++) {
		char *cut = name_in_detail(trace, function, level);

		found = cut ? strcmp(cut, text) == 0 : -ENOMEM;
		free(cut);
	}
	return found;
}

/* How well TEXT names FUNCTION, where NAME is its name demangled, and SHORTENED without return type
 * and parameters. */
static int match_names(const struct trace *trace, uint32_t function, const char *name,
                       const char *shortened, const char *text)
{
	int cut;

	if (strcmp(trace->functions[function].name, text) == 0 || strcmp(name, text) == 0)
		return KERNEL_WHOLE;
	if (strcmp(shortened, text) == 0)
		return KERNEL_SHORT;
	cut = is_cut(trace, function, text);
	if (cut)
		return cut < 0 ? cut : KERNEL_CUT;
	return strstr(name, text) ? KERNEL_IN_PART : KERNEL_OTHER;
}

int kernel_match(const struct trace *trace, uint32_t function, const char *text)
{
	char *name = demangle(trace->functions[function].name);
	char *shortened = name ? function_shorten(name, 0) : NULL;
	int match = shortened ? match_names(trace, function, name, shortened, text) : -ENOMEM;

	free(name);
	free(shortened);
	return match;
}

/* ---- the candidates ---- */

/* The time of each function's launches, into CANDIDATES, which are by function. */
static void add_launches(struct named_kernel *candidates, const struct trace *trace)
{
	for (uint32_t i = 0; i < trace->operations.count; i++) {
		struct named_kernel *of;

		if (trace->operations.type[i] != OPERATION_KERNEL)
			continue;
		of = &candidates[operation_function(trace, i)];
		of->launches++;
		of->total_ns = sum_saturated(of->total_ns, operation_length_ns(trace, i));
	}
}

static int by_time(const void *a, const void *b)
{
	const struct named_kernel *left = a, *right = b;

	if (left->total_ns != right->total_ns)
		return left->total_ns > right->total_ns ? -1 : 1;
	return left->function < right->function ? -1 : 1;
}

/* Those with launches, the longest first, into *CANDIDATES. Returns how many, or -ENOMEM. */
static int64_t find_candidates(struct named_kernel **candidates, const struct trace *trace,
                               const char *text)
{
	struct named_kernel *items = calloc(trace->functions_count + 1, sizeof *items);
	int64_t count = 0;

	*candidates = items;
	if (!items)
		return -ENOMEM;
	add_launches(items, trace);
	for (uint32_t f = 0; f < trace->functions_count; f++) {
		struct named_kernel *kept = &items[count];

		if (!items[f].launches)
			continue;
		*kept = items[f];
		kept->function = f;
		kept->name = demangle(trace->functions[f].name);
		kept->shortened = kept->name ? function_shorten(kept->name, 0) : NULL;
		count++;
		kept->match = kept->shortened
		                      ? match_names(trace, f, kept->name, kept->shortened, text)
		                      : -ENOMEM;
		if (kept->match < 0)
			return -ENOMEM;
	}
	if (count)
		qsort(items, (size_t)count, sizeof *items, by_time);
	return count;
}

/* ---- the choice ---- */

static void print_name(const char *name)
{
	char *clean = text_clean(name, 0);

	fprintf(stderr, "  %s\n", clean ? clean : "?");
	free(clean);
}

/* Names that tell it from others that match so well. */
static const char *telling_name(const struct named_kernel *candidate, int match)
{
	return match < KERNEL_SHORT ? candidate->shortened : candidate->name;
}

/* On stderr, a line for each name of those that match so well. */
static void list(const struct named_kernel *candidates, int64_t count, int match)
{
	int64_t listed = 0;

	for (int64_t i = 0; i < count; i++) {
		const char *name = telling_name(&candidates[i], match);
		bool is_listed = false;

		for (int64_t k = 0; k < i && !is_listed; k++)
			is_listed = candidates[k].match >= match &&
			            strcmp(name, telling_name(&candidates[k], match)) == 0;
		if (candidates[i].match < match || is_listed)
			continue;
		if (listed++ < LISTED)
			print_name(name);
	}
	if (listed > LISTED)
		fprintf(stderr, "  and %s more\n", format_count(FORMAT, listed - LISTED));
}

static int choose_name(struct kernel_choice *choice, const struct trace *trace,
                       const struct named_kernel *candidate)
{
	choice->name = strdup(candidate->name);
	choice->cut = name_in_detail(trace, candidate->function, 0);
	return choice->name && choice->cut ? 0 : -ENOMEM;
}

static int choose(struct kernel_choice *choice, const struct trace *trace,
                  const struct named_kernel *candidates, int64_t count, const char *text)
{
	int best = KERNEL_OTHER;

	for (int64_t i = 0; i < count; i++)
		best = candidates[i].match > best ? candidates[i].match : best;
	for (int64_t i = 0; i < count && best != KERNEL_OTHER; i++) {
		if (candidates[i].match < best)
			continue;
		if (choice->name && strcmp(choice->name, candidates[i].name) != 0) {
			cmd_error("several kernels are named like '%s':", text);
			list(candidates, count, best);
			return cmd_usage_error(NULL);
		}
		if (!choice->name && choose_name(choice, trace, &candidates[i]))
			return -ENOMEM;
		choice->is_of[candidates[i].function] = true;
		choice->launches += candidates[i].launches;
		choice->recorded_ns = sum_saturated(choice->recorded_ns, candidates[i].total_ns);
	}
	if (choice->name)
		return 0;
	if (!count)
		return cmd_usage_error("no kernel is named like '%s': the trace has none", text);
	cmd_error("no kernel is named like '%s'; there %s:", text, count == 1 ? "is" : "are");
	list(candidates, count, KERNEL_OTHER);
	return cmd_usage_error(NULL);
}

int kernel_choose(struct kernel_choice *choice, const struct trace *trace, const char *text)
{
	struct named_kernel *candidates;
	int64_t count = find_candidates(&candidates, trace, text);
	int status = -ENOMEM;

	choice->is_of = calloc(trace->functions_count + 1, sizeof *choice->is_of);
	if (choice->is_of && count >= 0)
		status = choose(choice, trace, candidates, count, text);
	for (size_t i = 0; candidates && i < trace->functions_count; i++) {
		free(candidates[i].name);
		free(candidates[i].shortened);
	}
	free(candidates);
	return status;
}

void kernel_choice_release(struct kernel_choice *choice)
{
	free(choice->name);
	free(choice->cut);
	free(choice->is_of);
	*choice = (struct kernel_choice){ 0 };
}
