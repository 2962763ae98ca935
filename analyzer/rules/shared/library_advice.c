/* SPDX-License-Identifier: MIT */
/* What a finding advises the users of libraries and frameworks. Any thread. */
#include "rules/shared/library_advice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code/source.h"
#include "kernel/kernel_profile.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/survey.h"

/* Kernels of which a larger batch makes no more blocks, whatever its library's advice is. */
static const struct {
	bool (*is_one)(const char *name);
	const char *note; /* of the rule's advice */
} not_by_batch[] = {
	{ kernel_is_foreach, "lists of arrays" },
	{ kernel_is_norm_gradient, "gradients of norms" },
	{ kernel_reduces_in_blocks, "reductions of CuPy" },
};

static const char *advice_of(const struct finding *finding, const struct trace *trace,
                             const struct library *library)
{
	const char *name =
	        finding->function == NONE ? "" : trace->functions[finding->function].name;

	for (size_t i = 0; i < sizeof not_by_batch / sizeof *not_by_batch; i++) {
		const char *note =
		        not_by_batch[i].is_one(name)
		                ? rule_note(finding->rule, RULE_ADVICE, not_by_batch[i].note)
		                : NULL;

		if (note)
			return note;
	}
	return finding_library_advice(finding->rule, library);
}

/* Whose code it is where the kernel is a library's, and its functor the program's. */
static void name_functor(struct finding *finding, const struct trace *trace)
{
	const double percent = finding->survey->functors[finding->function];

	if (finding->rule->is_about_code && percent > 0)
		finding_fact(finding, "functor",
		             "%.0f %% of it is in the program's own lines; %s launches it", percent,
		             kernel_library(trace->functions[finding->function].name)->name);
}

void library_advice_give(struct finding *finding, const struct trace *trace)
{
	const struct library *kernel =
	        finding->function == NONE ? NULL
	                                  : finding_kernel_library(finding->rule, finding->survey,
	                                                           trace, finding->function);
	const struct library *library = finding->library ? finding->library : kernel;
	const char *advice = advice_of(finding, trace, library);

	if (library && library == kernel)
		finding_fact(finding, "library", "%s chose this kernel and its launch",
		             library->name);
	else if (finding->function != NONE)
		name_functor(finding, trace);
	if (!advice)
		return;
	finding_advice(finding, "%s", advice);
	finding_not_predicted(
	        finding, library == kernel ? "what the library would choose instead is not known"
	                                   : "how long what is called instead takes is not known");
	if (finding->severity == FINDING_WARNING)
		finding->severity = FINDING_NOTE;
}

/* Whether FUNCTION was compiled from Python by Triton, which keeps a function's name as it is;
 * Numba mangles it as C++ is. */
static bool is_triton(const struct finding *finding, const struct trace *trace)
{
	const uint32_t function = finding->function;
	const struct sources *sources =
	        function == NONE ? NULL : kernel_profiles_sources(finding->profiles);
	struct source_frame frame;
	const char *end;

	if (!sources || strncmp(trace->functions[function].name, "_Z", 2) == 0 ||
	    source_function(sources, trace->functions[function].name, &frame) != SOURCE_FOUND)
		return false;
	end = strrchr(frame.file, '.');
	return end && strcmp(end, ".py") == 0;
}

/* What the rule says of a case in the framework of that name; NULL: nothing. */
static const char *case_note(const struct finding *finding, const char *framework, const char *name)
{
	char text[NAME_MAX_BYTES];

	snprintf(text, sizeof text, "%s, %s", framework, name);
	return rule_note(finding->rule, RULE_FRAMEWORKS, text);
}

/* Collects what the rule says of FINDING in the framework of that name; false: nothing. */
static bool find_notes(struct finding *finding, const char *framework)
{
	struct finding_advice_parts *parts = &finding->parts;
	const char *note = rule_note(finding->rule, RULE_FRAMEWORKS, framework);

	parts->notes_count = 0;
	for (size_t i = 0; i < finding->cases_count; i++) {
		const char *of_case = case_note(finding, framework, finding->cases[i]);

		if (of_case)
			parts->notes[parts->notes_count++] = of_case;
	}
	if (note && !parts->notes_count)
		parts->notes[parts->notes_count++] = note;
	return parts->notes_count > 0;
}

/* The advice with its notes, in one text. */
static void add_notes(struct finding *finding)
{
	struct finding_advice_parts *parts = &finding->parts;
	char *general = finding->advice;

	parts->general_length = strlen(general);
	finding->advice = NULL;
	finding_advice(finding, "%s In %s: ", general, parts->framework);
	free(general);
	for (size_t i = 0; i < parts->notes_count && finding->advice; i++) {
		char *before = finding->advice;
		/* Without the full stop of the note before. */
		const int kept = (int)strlen(before) - (i ? 1 : 0);

		finding->advice = NULL;
		finding_advice(finding, "%.*s%s%s", kept, before, i ? "; " : "", parts->notes[i]);
		free(before);
	}
}

/* A kernel that is written in Triton has neither threads nor launch bounds of its author's: what
 * the rule says of that language stands in place of what it says of CUDA. Whether it says anything.
 */
static bool advise_in_triton(const struct trace *trace, struct finding *finding)
{
	const char *note = rule_note(finding->rule, RULE_FRAMEWORKS, "Triton");

	if (!note || !finding->advice || !is_triton(finding, trace))
		return false;
	free(finding->advice);
	finding->advice = NULL;
	finding_advice(finding, "In Triton: %s", note);
	return true;
}

void library_advice_translate(struct finding *finding, const struct trace *trace,
                              const struct framework *framework)
{
	const char *name = framework ? framework->name : NULL;

	if (advise_in_triton(trace, finding) || !name || !finding->advice)
		return;
	finding->parts.framework = name;
	if (!find_notes(finding, name) && framework && framework->part_of) {
		finding->parts.framework = framework->part_of;
		find_notes(finding, framework->part_of);
	}
	if (finding->parts.notes_count)
		add_notes(finding);
	else
		finding->parts.framework = NULL;
}
