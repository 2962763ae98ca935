/* SPDX-License-Identifier: MIT */
/* Finds what the recorder said of a function that it did not measure. */
#include "rules/shared/unmeasured.h"

#include <stdio.h>
#include <string.h>

#include "rules/shared/names.h"

const char *unmeasured_text(char text[UNMEASURED_TEXT], const struct kernel_profiles *profiles,
                            const char *lacks, uint32_t function)
{
	const struct trace *trace = profiles->trace;

	if (kernel_profile_is_in_graphs(&profiles->functions[function]) &&
	    strstr(lacks, "counters")) {
		snprintf(text, UNMEASURED_TEXT,
		         "%s; all launches of %s are in CUDA graphs, which cannot be measured: "
		         "record it once without graphs",
		         lacks, name_function(NAME, trace, function));
		return text;
	}
	for (size_t i = 0; i < trace->diagnostics_count; i++) {
		const struct trace_diagnostic *d = &trace->diagnostics[i];
		const char *why = strstr(d->message, ": ");

		if (!why || strcmp(d->code, "not-measured") != 0 ||
		    strcmp(d->subject, trace->functions[function].name) != 0)
			continue;
		snprintf(text, UNMEASURED_TEXT, "%s; the recorder did not measure %s: %s", lacks,
		         name_function(NAME, trace, function), why + 2);
		return text;
	}
	return lacks;
}
