/* SPDX-License-Identifier: MIT */
/* Why counters are missing where they were asked for. Any thread. */
#ifndef WARPWISE_UNMEASURED_H
#define WARPWISE_UNMEASURED_H

#include <stdint.h>

#include "kernel/kernel_profile.h"

enum { UNMEASURED_TEXT = 600 };

/*
 * LACKS, what a rule needs to judge FUNCTION ("hardware counters (record with --metrics)"); where
 * the recorder left its launches out, with what it says why, and where all of them are in CUDA
 * graphs, what to do instead. To TEXT if that is needed.
 */
const char *unmeasured_text(char text[UNMEASURED_TEXT], const struct kernel_profiles *profiles,
                            const char *lacks, uint32_t function);

#endif
