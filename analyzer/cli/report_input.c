/* SPDX-License-Identifier: MIT */
#include "cli/report_input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/input.h"
#include "report/report.h"

/* Into memory. Returns 0 or -ENOMEM. */
static int print(const struct report *report, char **json, size_t *size)
{
	FILE *stream = open_memstream(json, size);
	int err;

	if (!stream)
		return -ENOMEM;
	err = report_print_json(report, stream);
	if (fclose(stream) && !err)
		err = -ENOMEM;
	if (err) {
		free(*json);
		*json = NULL;
	}
	return err;
}

static int add(struct report *report, const char *path, const char *range,
               const struct report_options *options)
{
	struct trace trace;
	int err = input_load(&trace, path);

	if (err)
		return err;
	err = input_cut(&trace, range);
	if (!err)
		err = report_add(report, &trace, options);
	trace_release(&trace);
	return err;
}

int report_input_analyse(const char *const *paths, size_t count, const char *range,
                         bool is_without_timeline, char **json, size_t *size)
{
	/* What is sent to be looked at lets choose among fixes and has what a kernel's own view
	 * shows, without the text of its source; what is compared need not. */
	const struct report_options options = { .is_without_timeline = is_without_timeline,
		                                .has_combinations = !is_without_timeline,
		                                .has_details = !is_without_timeline };
	struct report report = { 0 };
	int err = 0;

	*json = NULL;
	for (size_t i = 0; i < count && !err; i++)
		err = add(&report, paths[i], range, &options);
	if (!err)
		err = report_finish(&report);
	if (!err)
		err = print(&report, json, size);
	report_release(&report);
	if (err < 0) {
		cmd_error("cannot analyse: path=\"%s\": %s", paths[0], strerror(-err));
		return STATUS_FAILED;
	}
	return err;
}
