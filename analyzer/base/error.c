/* SPDX-License-Identifier: MIT */
/* Errors on stderr. Main thread. */
#include "base/error.h"

#include <stdio.h>

static const char *speaker = "warpwise";

void error_speaker(const char *name)
{
	speaker = name;
}

void error_print_list(const char *message, va_list arguments)
{
	fprintf(stderr, "%s: ", speaker);
	vfprintf(stderr, message, arguments);
	fputc('\n', stderr);
}

void error_print(const char *message, ...)
{
	va_list arguments;

	va_start(arguments, message);
	error_print_list(message, arguments);
	va_end(arguments);
}
