/* SPDX-License-Identifier: MIT */
/*
 * Makes the reports on many traces in one process, as `warpwise analyze --format json` makes one:
 * under a sanitizer starting a program takes a third of what a fixture takes.
 *
 * Reads lines of "RULE[,RULE]...<tab>TRACE". Answers each with the number of bytes of the report,
 * a line feed and the report, or with "error TEXT".
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/terminal.h"
#include "report/report.h"
#include "rules/shared/rule.h"
#include "trace/trace.h"

enum {
	RULES_MAX = 8,
	TRACE_SECONDS = 120, /* then SIGALRM ends the process: an analysis does not come to its end
	                      */
};

/* Cuts TEXT at its commas. */
static void split(const char *only[RULES_MAX + 1], char *text)
{
	size_t count = 0;

	for (char *rest = text, *word; count < RULES_MAX && (word = strsep(&rest, ","));)
		only[count++] = word;
	only[count] = NULL;
}

static void print(const struct report *report)
{
	char *text = NULL;
	size_t size;
	FILE *stream = open_memstream(&text, &size);
	int err = stream ? report_print_json(report, stream) : -errno;

	if (stream && fclose(stream))
		err = -errno;
	if (err)
		printf("error %s\n", strerror(-err));
	else
		printf("%zu\n%s", size, text);
	free(text);
}

static void answer(const char *const *only, const char *path)
{
	const struct report_options options = {
		.findings = { .only = only },
		.is_without_fixed_budget = false,
		.has_combinations = true,
		.has_details = true,
	};
	char error[TRACE_ERROR_MAX];
	struct report report = { 0 };
	struct trace trace;
	int err = trace_load(&trace, path, error);

	if (err) {
		printf("error %s\n", error);
		return;
	}
	err = report_add(&report, &trace, &options);
	trace_release(&trace);
	if (!err)
		err = report_finish(&report);
	if (err)
		printf("error %s\n", strerror(-err));
	else
		print(&report);
	report_release(&report);
}

int main(void)
{
	const char *only[RULES_MAX + 1];
	char *line = NULL, *path;
	size_t size = 0;

	terminal_init(COLOR_AUTO); /* as the program: names are shortened as the locale allows */
	for (ssize_t bytes; (bytes = getline(&line, &size, stdin)) > 0;) {
		line[bytes - 1] = '\0';
		path = line;
		split(only, strsep(&path, "\t"));
		if (!path)
			return EXIT_FAILURE;
		alarm(TRACE_SECONDS);
		answer(only, path);
		fflush(stdout);
	}
	free(line);
	return EXIT_SUCCESS;
}
