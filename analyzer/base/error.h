/* SPDX-License-Identifier: MIT */
/* Errors on stderr, each a line that begins with who speaks: "warpwise record: ...". Main
 * thread. */
#ifndef WARPWISE_ERROR_H
#define WARPWISE_ERROR_H

#include <stdarg.h>

/* Who speaks from here on: "warpwise record". The text must stay. */
void error_speaker(const char *name);

/* MESSAGE without full stop and newline, as by printf(). */
void error_print(const char *message, ...) __attribute__((format(printf, 1, 2)));
void error_print_list(const char *message, va_list arguments) __attribute__((format(printf, 1, 0)));

#endif
