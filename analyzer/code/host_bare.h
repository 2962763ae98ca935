/* SPDX-License-Identifier: MIT */
/* A program without symbols, of whose code no more can be said than that it is the program's. Any
 * thread. */
#ifndef WARPWISE_HOST_BARE_H
#define WARPWISE_HOST_BARE_H

#include "code/host_spots.h"

/* The path of the program that CODE was recorded in, where stacks were in its binary, and none of
 * its functions there has a name; else NULL. */
const char *host_bare_program(const struct host_code *code);

/* Leaves out those of COUNT SPOTS that are just somewhere in such a program, which is no place.
 * Returns how many are left, in their order. */
size_t host_bare_leave_out(const struct host_code *code, struct host_spot *spots, size_t count);

#endif
