/* SPDX-License-Identifier: MIT */
/* What the files with CUPTI's functions share. */
#ifndef WARPWISE_FAKE_LIBCUPTI_H
#define WARPWISE_FAKE_LIBCUPTI_H

#include <stdint.h>
#include <cupti.h>

/* Comes first in every function of CUPTI: what the script wants it to return. */
CUptiResult fake_enter(const char *function, uint64_t argument);

#endif
