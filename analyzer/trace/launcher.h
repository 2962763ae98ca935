/* SPDX-License-Identifier: MIT */
/* What launchers of several processes, mpirun and its like, tell each of them. Any thread. */
#ifndef WARPWISE_LAUNCHER_H
#define WARPWISE_LAUNCHER_H

#include <stdint.h>

/*
 * The rank of a process among all of its job; -1: it was not started by a launcher.
 * VALUE_OF(ENVIRONMENT, name) is a variable of its environment, or NULL.
 */
int64_t launcher_rank(const char *(*value_of)(const void *environment, const char *name),
                      const void *environment);

#endif
