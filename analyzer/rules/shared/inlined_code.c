/* SPDX-License-Identifier: MIT */
/* How much of a kernel's time is a library's code that was inlined there. Any thread, one at a
 * time. */
#include "rules/shared/inlined_code.h"

#include <stdlib.h>
#include <string.h>

#include "code/demangle.h"
#include "code/shorten.h"
#include "kernel/kernel_library.h"
#include "rules/shared/constants.h"
#include "rules/shared/functors.h"
#include "rules/shared/names.h"
#include "rules/shared/survey.h"

enum { FUNCTION_COLUMNS = 40 };

/* The library that the instruction comes from, by the outermost call into it: of a library's kernel
 * by the outermost one of the program's functor. */
static struct inlined_code code_at(const struct check *check, const struct sources *sources,
                                   const struct kernel *kernel,
                                   const struct kernel_line *instruction)
{
	struct inlined_code code = { 0 };
	struct source_where where;
	bool is_outside = check->survey->functors[kernel->function] > 0;

	if (source_line(sources, &instruction->module_crc,
	                check->trace->functions[kernel->function].name,
	                (uint64_t)instruction->pc_offset_bytes, &where) != SOURCE_FOUND)
		return code;
	for (size_t i = where.frame_count; i-- > 0 && !code.library;) {
		is_outside = is_outside && !functor_is_file(where.frames[i].file);
		if (is_outside)
			continue;
		code.library = source_library(where.frames[i].file);
		code.function = where.frames[i].function;
	}
	return code;
}

/* Samples, or where there are next to none, instructions that were executed. */
static double weight_of(const struct kernel_line *instruction, bool is_sampled)
{
	return is_sampled                                ? (double)instruction->samples
	       : is_measured(instruction->inst_executed) ? instruction->inst_executed
	                                                 : 0;
}

/* Of all LINES, the library with most weight: one is enough, kernels hardly use two. */
static struct inlined_code most_of(const struct check *check, const struct kernel *kernel,
                                   const struct kernel_lines *lines)
{
	const struct sources *sources = kernel_profiles_sources(check->profiles);
	const bool is_sampled = kernel->sampled->samples >= LINE_SHARES_MIN;
	struct inlined_code most = { 0 };
	double all = 0, inlined = 0, heaviest = 0;

	for (size_t i = 0; i < lines->count; i++) {
		const double weight = weight_of(&lines->items[i], is_sampled);
		const struct inlined_code code = code_at(check, sources, kernel, &lines->items[i]);

		all += weight;
		inlined += code.library ? weight : 0;
		if (code.library && weight > heaviest) {
			heaviest = weight;
			most = code;
		}
	}
	most.percent = all > 0 ? 100 * inlined / all : 0;
	return most;
}

static bool is_in(const struct check *check, const struct sources *sources,
                  const struct kernel *kernel, const struct kernel_line *instruction,
                  const char *name)
{
	struct source_where where;

	if (source_line(sources, &instruction->module_crc,
	                check->trace->functions[kernel->function].name,
	                (uint64_t)instruction->pc_offset_bytes, &where) != SOURCE_FOUND)
		return false;
	for (size_t i = 0; i < where.frame_count; i++)
		if (strstr(where.frames[i].function, name))
			return true;
	return false;
}

double kernel_percent_in(struct check *check, const struct kernel *kernel, const char *name)
{
	const struct sources *sources = kernel_profiles_sources(check->profiles);
	const bool is_sampled = kernel->sampled->samples >= LINE_SHARES_MIN;
	struct kernel_lines lines = { 0 };
	double all = 0, inside = 0;
	int err;

	if (!sources)
		return 0;
	err = kernel_lines_init(&lines, check->profiles, NULL, KERNEL_INSTRUCTIONS,
	                        kernel->function);
	for (size_t i = 0; !err && i < lines.count; i++) {
		const double weight = weight_of(&lines.items[i], is_sampled);

		all += weight;
		if (weight > 0 && is_in(check, sources, kernel, &lines.items[i], name))
			inside += weight;
	}
	kernel_lines_release(&lines);
	check_failed(check, err);
	return all > 0 ? 100 * inside / all : 0;
}

struct inlined_code kernel_inlined_code(struct check *check, const struct kernel *kernel)
{
	struct inlined_code code = { 0 };
	struct kernel_lines lines = { 0 };
	int err;

	if ((kernel_library(check->trace->functions[kernel->function].name) &&
	     !(check->survey->functors[kernel->function] > 0)) ||
	    !kernel_profiles_sources(check->profiles))
		return code;
	err = kernel_lines_init(&lines, check->profiles, NULL, KERNEL_INSTRUCTIONS,
	                        kernel->function);
	if (!err)
		code = most_of(check, kernel, &lines);
	kernel_lines_release(&lines);
	check_failed(check, err);
	return code.percent >= LIBRARY_MOST_PERCENT ? code : (struct inlined_code){ 0 };
}

bool inlined_code_may_change(const struct check *check, const struct inlined_code *code)
{
	return !code->library || finding_library_advice(check->rule, code->library);
}

void inlined_code_name(struct finding *finding, const struct inlined_code *code)
{
	char *demangled, *name;

	if (!code->library)
		return;
	finding->library = code->library;
	demangled = demangle(code->function);
	name = demangled ? function_shorten(demangled, FUNCTION_COLUMNS) : NULL;
	finding_fact(finding, "library", "%.0f %% of it is code of %s%s%s", code->percent,
	             code->library->name, name && *name ? ", most in " : "", name ? name : "");
	free(name);
	free(demangled);
}
