/* SPDX-License-Identifier: MIT */
/* Where the program's own source has what was inlined into a function, by libdw. Any
 * thread. */
#ifndef WARPWISE_HOST_INLINED_H
#define WARPWISE_HOST_INLINED_H

#include <stdint.h>

#include "code/host_symbols.h"

struct Dwfl_Module; /* libdwfl's */

/*
 * ITEM has the file and the line of the code at AT in MODULE. If that code was inlined from what
 * nvcc makes of a launch, or from a library's header, it gets the line of the program that calls
 * it; if the code is nvcc's and nobody says who calls it, none. Code of Thrust is remembered.
 */
void host_inlined_line(struct Dwfl_Module *module, uint64_t at, struct host_symbol *item);

#endif
