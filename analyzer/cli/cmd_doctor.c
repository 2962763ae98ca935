/* SPDX-License-Identifier: MIT */
/* warpwise doctor: prints whether recording would work here, and the exact fix for what keeps it
 * from working. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "record/doctor.h"
#include "base/terminal.h"

enum { CHECK_COLUMNS = 22, BESIDE_WIDTH = 60, NARROW_INDENT = 4 };

enum format { FORMAT_TEXT, FORMAT_JSON };

static const char *const formats[] = { [FORMAT_TEXT] = "text", [FORMAT_JSON] = "json", NULL };
static int format = FORMAT_TEXT;

static const struct cmd_option options[] = {
	{ .name = "format",
	  .argument = "FORMAT",
	  .choices = formats,
	  .choice = &format,
	  .initial = "text",
	  .help = "How to print what was found" },
	{ 0 },
};

static const struct {
	const char *name;
	enum color color;
} verdicts[DOCTOR_VERDICTS] = {
	[VERDICT_OK] = { "ok", COLOR_GOOD },
	[VERDICT_NOTE] = { "note", COLOR_WARNING },
	[VERDICT_PROBLEM] = { "problem", COLOR_BAD },
	[VERDICT_SKIPPED] = { "skipped", COLOR_DIM },
};

static int count_problems(const struct doctor *doctor)
{
	int problems = 0;

	for (size_t i = 0; i < doctor->count; i++)
		problems += doctor->findings[i].verdict == VERDICT_PROBLEM;
	return problems;
}

/* The fix, its commands two columns further in; they are to be copied, and so never wrapped. */
static void print_fix(const char *fix, int indent, int width)
{
	static const char label[] = "fix: ";
	size_t length;

	for (const char *line = fix; *line; line += length + (line[length] == '\n')) {
		char *text;

		length = strcspn(line, "\n");
		text = strndup(line, length);
		if (line == fix)
			printf("%*s%s", indent, "", label);
		if (text)
			text_wrap_from(stdout, text,
			               indent + (*line == ' '  ? 1
			                         : line == fix ? (int)strlen(label)
			                                       : 0),
			               width, line == fix ? indent + (int)strlen(label) : 0);
		free(text);
	}
}

static void print_finding(const struct doctor_finding *finding, int width)
{
	bool is_narrow = width < BESIDE_WIDTH;
	int indent = is_narrow ? NARROW_INDENT : CHECK_COLUMNS;
	char *text = text_clean(finding->text, 0);

	printf("%s%-8s%s ", color_begin(stdout, verdicts[finding->verdict].color),
	       verdicts[finding->verdict].name, color_end(stdout));
	printf(is_narrow ? "%s\n" : "%-13s", finding->check);
	text_wrap_from(stdout, text ? text : "", indent, width, is_narrow ? 0 : CHECK_COLUMNS);
	if (*finding->fix)
		print_fix(finding->fix, indent, width);
	free(text);
}

static void print_text(const struct doctor *doctor)
{
	int width = terminal_text_width(stdout), problems = count_problems(doctor);
	char text[128] = "Recording works here.";

	for (size_t i = 0; i < doctor->count; i++)
		print_finding(&doctor->findings[i], width);
	if (problems)
		snprintf(text, sizeof text,
		         "Recording would not work here: %d problem%s. Analysing traces works.",
		         problems, problems == 1 ? "" : "s");
	printf("\n%s", color_begin(stdout, problems ? COLOR_BAD : COLOR_GOOD));
	text_wrap(stdout, text, 0, width);
	fputs(color_end(stdout), stdout);
}

static void print_json(const struct doctor *doctor)
{
	printf("{\n  \"can_record\": %s,\n  \"findings\": [",
	       count_problems(doctor) ? "false" : "true");
	for (size_t i = 0; i < doctor->count; i++) {
		const struct doctor_finding *finding = &doctor->findings[i];

		printf("%s\n    {\"check\": ", i ? "," : "");
		text_print_json(stdout, finding->check);
		fputs(", \"verdict\": ", stdout);
		text_print_json(stdout, verdicts[finding->verdict].name);
		fputs(", \"text\": ", stdout);
		text_print_json(stdout, finding->text);
		fputs(", \"fix\": ", stdout);
		if (*finding->fix)
			text_print_json(stdout, finding->fix);
		else
			fputs("null", stdout);
		putchar('}');
	}
	puts("\n  ]\n}");
}

static int run(int argc, char **argv)
{
	static void (*const printers[])(const struct doctor *) = {
		[FORMAT_TEXT] = print_text,
		[FORMAT_JSON] = print_json,
	};
	struct doctor doctor;
	int status = STATUS_FAILED;

	(void)argc;
	(void)argv;
	if (doctor_examine(&doctor)) {
		cmd_error("out of memory");
		goto out;
	}
	printers[format](&doctor);
	status = count_problems(&doctor) ? STATUS_FAILED : STATUS_OK;
out:
	doctor_release(&doctor);
	return status;
}

const struct cmd cmd_doctor = {
	.name = "doctor",
	.summary = "tell whether recording works here, and how to make it work",
	.arguments = "",
	.description = "Looks at what recording needs: the driver and its GPUs, CUPTI, the "
	               "collector, the permission to read hardware "
	               "counters, other tools that trace CUDA, and the current folder. Says what "
	               "is wrong and the exact fix. It changes "
	               "nothing.\n"
	               "\n"
	               "Each line is ok, a note (recording works, something else does not), a "
	               "problem (recording would not work), or "
	               "skipped (not looked at, because of another problem).",
	.examples = "warpwise doctor\n"
	            "warpwise doctor --format=json",
	.exit_status = "0: recording works. 1: it would not. 2: wrong usage.",
	.options = options,
	.run = run,
};
