/* SPDX-License-Identifier: MIT */
/* What the samples of a trace do not show, in words. Main thread. */
#include "cli/source_missing.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "base/text.h"
#include "code/code.h"
#include "kernel/kernel_figures.h"

void source_print_paragraph(enum color color, const char *text)
{
	char *clean = text_clean(text, 0);

	fputs(color_begin(stdout, color), stdout);
	text_wrap(stdout, clean ? clean : "", 0, terminal_text_width(stdout));
	fputs(color_end(stdout), stdout);
	free(clean);
}

void source_print_none(const struct trace *trace)
{
	char *text;

	for (size_t i = 0; i < trace->diagnostics_count; i++)
		if (strcmp(trace->diagnostics[i].code, "stalls-not-recorded") == 0) {
			if (asprintf(&text, "The trace has no samples of warps: %s",
			             trace->diagnostics[i].message) < 0)
				return;
			source_print_paragraph(COLOR_PLAIN, text);
			free(text);
			return;
		}
	source_print_paragraph(
	        COLOR_PLAIN,
	        trace->pc_samplings_count
	                ? "The trace has no samples of warps although they were asked for: "
	                  "no kernel ran long enough; --stall-period 10 samples more often"
	                : "The trace has no samples of warps: record with 'warpwise record "
	                  "--stalls'");
}

/* Whether any function of the trace launches kernels itself: into ANSWER. Returns 0 or -ENOMEM. */
static int kernels_launch(const struct trace *trace, bool *answer)
{
	struct code *codes;
	int err = codes_read(&codes, trace);

	*answer = false;
	for (size_t i = 0; i < trace->functions_count && !err; i++)
		*answer |= codes[i].launches_kernels;
	free(codes);
	return err;
}

static void print_share(double samples, double all, const char *what)
{
	char text[256];

	snprintf(text, sizeof text, "%s of all samples %s",
	         all < SAMPLES_MIN ? format_real(FORMAT, samples)
	                           : format_percent(FORMAT, 100 * samples / all),
	         what);
	source_print_paragraph(COLOR_PLAIN, text);
}

int source_print_lost(const struct trace *trace)
{
	double samples = 0, dropped = 0, non_user = 0;
	bool is_launching = false;
	int err = 0;

	for (size_t i = 0; i < trace->pc_samplings_count; i++) {
		samples += (double)trace->pc_samplings[i].samples;
		dropped += (double)trace->pc_samplings[i].dropped_samples;
		non_user += (double)trace->pc_samplings[i].non_user_samples;
	}
	if (samples > 0 && dropped > 0)
		print_share(dropped, samples, "were dropped by the GPU: raise --stall-period");
	if (samples > 0 && non_user > 0)
		err = kernels_launch(trace, &is_launching);
	if (samples > 0 && non_user > 0 && !err)
		print_share(non_user, samples,
		            is_launching
		                    ? "were in code that is not listed: CUPTI's, by which it times "
		                      "each block, the driver's, or kernels that kernels launched"
		                    : "were in code that is not the program's own, and not listed: "
		                      "CUPTI's, by which it times each block (not with "
		                      "--stalls-alone), or the driver's");
	return err;
}
