/* SPDX-License-Identifier: MIT */
/* Where findings are in the source, and which file stands for a program of which no more is known.
 */
#include <limits.h>
#include <string.h>

#include "code/source.h"
#include "report/report_parts.h"

void report_locate(struct report *report, const struct trace *trace,
                   const struct findings *findings)
{
	struct report_finding *to = report->findings + report->findings_count - findings->count;

	for (size_t i = 0; i < findings->count; i++) {
		const uint32_t function = findings->items[i]->function;
		const struct sources *sources;
		struct source_frame frame;

		if (to[i].file || function == NONE)
			continue;
		sources = kernel_profiles_sources(findings->profiles);
		if (!sources ||
		    source_function(sources, trace->functions[function].name, &frame) !=
		            SOURCE_FOUND ||
		    !*frame.file)
			continue;
		to[i].file = report_text(report, "%s", frame.file);
		/* Where none of its lines is its place, that of the declaration is not, either. */
		if (!findings->items[i]->has_no_place)
			to[i].line = frame.line <= INT32_MAX ? (int)frame.line : 0;
	}
}

/* Whether a finding of the last process has no place of its own. */
static bool has_placeless(const struct report *report, size_t count)
{
	for (size_t i = report->findings_count - count; i < report->findings_count; i++)
		if (!report->findings[i].file && !report->findings[i].host_file)
			return true;
	return false;
}

/* A header has what several programs share: it stands for none of them. */
static bool is_header(const char *file)
{
	static const char *const endings[] = { ".h", ".hh", ".hpp", ".hxx", ".cuh", ".inl", NULL };
	const char *ending = strrchr(file, '.');

	for (size_t i = 0; ending && endings[i]; i++)
		if (strcmp(ending, endings[i]) == 0)
			return true;
	return false;
}

void report_add_main_file(struct report *report, struct report_process *process,
                          const struct trace *trace, const struct findings *findings)
{
	const struct sources *sources;
	struct source_frame frame;

	process->main_file = report_program_script(report, trace);
	if (process->main_file || !has_placeless(report, findings->count))
		return;
	sources = kernel_profiles_sources(findings->profiles);
	for (size_t i = 0; sources && i < process->kernels_count && !process->main_file; i++)
		if (source_function(sources, process->kernels[i].mangled, &frame) == SOURCE_FOUND &&
		    *frame.file && !is_header(frame.file))
			process->main_file = report_text(report, "%s", frame.file);
}
