/* SPDX-License-Identifier: MIT */
/* Where the trace goes: a file by the name that the settings ask for, or one with a number. */
#ifndef WARPWISE_OUTPUT_H
#define WARPWISE_OUTPUT_H

#include <limits.h>
#include <sqlite3.h>

#include "trace_file.h"

/* Creates it, and tells `warpwise record` its name, which PATH becomes. As trace_file_create(). */
int output_create(char path[PATH_MAX], sqlite3 **db, char error[TRACE_ERROR_MAX]);

#endif
