/* SPDX-License-Identifier: MIT */
/* A program file, before it is run: where it is, and what keeps LD_PRELOAD from working in it. Main
 * thread only. */
#ifndef WARPWISE_PROGRAM_H
#define WARPWISE_PROGRAM_H

#include <limits.h>
#include <stdbool.h>

/* Writes the file that execvp() runs for NAME into PATH. Returns false where it would find none. */
bool program_find(const char *name, char path[PATH_MAX]);

/*
 * Why LD_PRELOAD does nothing for the program in the file PATH, as a phrase that follows its name:
 * "is statically linked". NULL where it works as far as one can see; scripts count as working. A
 * static text.
 */
const char *program_preload_obstacle(const char *path);

#endif
