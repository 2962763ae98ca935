/* SPDX-License-Identifier: MIT */
/* Counts of instructions that the script plays, for the function that is measured. Any thread. */
#ifndef WARPWISE_FAKE_SASS_METRICS_H
#define WARPWISE_FAKE_SASS_METRICS_H

#include <stdint.h>
#include <cupti.h>

/* What one statement `instruction` says. int64_t: the script's fields. */
struct fake_instruction {
	int64_t crc, pc, value;
	int64_t metric;       /* sass_metrics_find() */
	const char *function; /* lives as long as the process */
};

/* The metric "smsp__sass_" NAME, -1: no such. */
int sass_metrics_find(const char *name);

/* What a launch of the function will count. */
void sass_metrics_add(const struct fake_instruction *instruction);

/* A launch, between the client's callbacks; the program or the client has waited for it. */
void sass_metrics_launched(CUcontext context, const char *function);
void sass_metrics_waited(void);

#endif
