/* SPDX-License-Identifier: MIT */
/* Lines on stderr. Runs on any thread. */
#include "log.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

void log_line(const char *format, ...)
{
	static const char prefix[] = "warpwise: ";
	char line[1024] = "warpwise: ";
	int saved = errno;
	ssize_t ignored;
	va_list args;
	size_t room = sizeof line - sizeof prefix - 1; /* and the newline */
	int length;

	va_start(args, format);
	length = vsnprintf(line + sizeof prefix - 1, room, format, args);
	va_end(args);
	if (length < 0)
		length = 0;
	if ((size_t)length >= room)
		length = (int)room - 1;
	line[sizeof prefix - 1 + (size_t)length] = '\n';
	ignored = write(STDERR_FILENO, line, sizeof prefix + (size_t)length);
	(void)ignored;
	errno = saved;
}
