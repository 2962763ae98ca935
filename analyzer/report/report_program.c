/* SPDX-License-Identifier: MIT */
/* What a process's program is called: "train.py", since "python3.12" tells no two runs apart. */
#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "report/report_parts.h"
#include "trace/launcher.h"

enum { WORD_MAX = REPORT_PROGRAM_MAX }; /* bytes; of a longer word the beginning */

/* Copies the next word of a command line that is quoted for a shell, without its quotes. */
static bool next_word(const char **at, char word[WORD_MAX])
{
	size_t length = 0;
	bool is_quoted = false;

	while (isspace((unsigned char)**at))
		(*at)++;
	if (!**at)
		return false;
	for (; **at && (is_quoted || !isspace((unsigned char)**at)); (*at)++) {
		if (**at == '\'') {
			is_quoted = !is_quoted;
			continue;
		}
		if (**at == '\\' && !is_quoted && (*at)[1])
			(*at)++;
		if (length < WORD_MAX - 1)
			word[length++] = **at;
	}
	word[length] = '\0';
	return true;
}

/* Options of Python's whose value is the next word. */
static bool has_value(const char *option)
{
	return strcmp(option, "-W") == 0 || strcmp(option, "-X") == 0 ||
	       strcmp(option, "--check-hash-based-pycs") == 0;
}

/* The script or the module that Python runs, or false: a text (-c), its own prompt. */
static bool find_script(const char *command_line, char word[WORD_MAX], bool *is_module)
{
	*is_module = false;
	if (!next_word(&command_line, word))
		return false;
	while (next_word(&command_line, word)) {
		if (strcmp(word, "-m") == 0) {
			*is_module = true;
			return next_word(&command_line, word);
		}
		if (word[0] != '-')
			return true;
		if (strncmp(word, "-c", 2) == 0 || strcmp(word, "-") == 0)
			return false;
		if (has_value(word) && !next_word(&command_line, word))
			return false;
	}
	return false;
}

const char *report_file_name(const char *path)
{
	const char *name = text_file_name(path);

	return *name ? name : path;
}

bool report_is_python(const struct trace *trace)
{
	return text_is_python(report_file_name(trace->executable));
}

void report_program_text(char text[REPORT_PROGRAM_MAX], const struct trace *trace)
{
	const char *file = report_file_name(*trace->executable ? trace->executable : trace->path);
	char word[WORD_MAX];
	bool is_module;

	if (text_is_python(file) && find_script(trace->command_line, word, &is_module))
		file = report_file_name(word);
	snprintf(text, REPORT_PROGRAM_MAX, "%s", file);
}

const char *report_program_name(struct report *report, const struct trace *trace)
{
	char text[REPORT_PROGRAM_MAX];

	report_program_text(text, trace);
	return report_text(report, "%s", text);
}

static const char *variable_of(const void *trace, const char *name)
{
	return trace_environment(trace, name);
}

int64_t report_rank(const struct trace *trace)
{
	return launcher_rank(variable_of, trace);
}

void report_process_text(char text[REPORT_PROGRAM_MAX], const struct trace *trace)
{
	const int64_t rank = report_rank(trace);

	if (rank >= 0)
		snprintf(text, REPORT_PROGRAM_MAX, "rank %lld", (long long)rank);
	else
		snprintf(text, REPORT_PROGRAM_MAX, "%s", report_file_name(trace->path));
}

const char *report_program_script(struct report *report, const struct trace *trace)
{
	char word[WORD_MAX];
	bool is_module;

	if (!report_is_python(trace) || !find_script(trace->command_line, word, &is_module) ||
	    is_module)
		return NULL;
	return report_text(report, "%s", word);
}
