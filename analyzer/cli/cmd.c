/* SPDX-License-Identifier: MIT */
/* The verb that runs, and how it reports errors. Main thread only. */
#include "cli/cmd.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/error.h"

const struct cmd *cmd_current;

const char *cmd_name(char text[CMD_NAME_MAX])
{
	snprintf(text, CMD_NAME_MAX, "%s%s%s", cmd_program.name, cmd_current ? " " : "",
	         cmd_current ? cmd_current->name : "");
	return text;
}

void cmd_error(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	error_print_list(format, arguments);
	va_end(arguments);
}

int cmd_usage_error(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	if (format)
		error_print_list(format, arguments);
	va_end(arguments);
	fprintf(stderr, "Try '%s --help'\n", cmd_name((char[CMD_NAME_MAX]){ 0 }));
	return STATUS_USAGE;
}

int cmd_unusable(const char *path, const char *reason)
{
	cmd_error("cannot use trace: path=\"%s\": %s", path, reason);
	return STATUS_UNUSABLE;
}
