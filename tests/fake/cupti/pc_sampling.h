/* SPDX-License-Identifier: MIT */
/* Samples of warps that the script plays, kept until the client asks for them. Any thread. */
#ifndef WARPWISE_FAKE_PC_SAMPLING_H
#define WARPWISE_FAKE_PC_SAMPLING_H

#include <stdint.h>
#include <cupti.h>

/* What one statement `sample` says. All int64_t: the script's fields. */
struct fake_sample {
	int64_t context, crc, pc, index; /* index: of the function in its module */
	int64_t reason;                  /* CUPTI's index of it */
	int64_t samples, dropped, other; /* other: of kernels that are not the user's */
	int64_t is_full;                 /* the hardware's buffer */
	const char *function;            /* lives as long as the process */
};

/* Adds to what GetData() will hand out, once DELAY_MS have passed. */
void pc_sampling_add(const struct fake_sample *sample, int64_t delay_ms);

/* CUPTI's index of the reason NAME ("wait"), -1: no such. */
int pc_sampling_reason(const char *name);

void pc_sampling_context_destroyed(uint32_t context);

#endif
