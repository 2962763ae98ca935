/* SPDX-License-Identifier: MIT */
/*
 * Which of several traces are ranks of one job: of one program, each of another rank, and running
 * at the same time. Runs of a program one after the other are jobs of their own.
 */
#ifndef WARPWISE_JOBS_H
#define WARPWISE_JOBS_H

#include <stddef.h>

/*
 * Sets JOBS[i] to the index of the first of the COUNT files at PATHS that is of the job of file i.
 * What cannot be read, or is no trace, is of none but its own. Returns 0 or -ENOMEM.
 */
int jobs_find(char *const *paths, size_t count, size_t *jobs);

#endif
