/* SPDX-License-Identifier: MIT */
/* What the files with CUPTI's functions share. */
#ifndef WARPWISE_FAKE_LIBCUPTI_H
#define WARPWISE_FAKE_LIBCUPTI_H

#include <stdint.h>
#include <cupti.h>

#define FAKE_CHIP "FK100" /* cuptiDeviceGetChipName() */

/* Comes first in every function of CUPTI: what the script wants it to return. */
CUptiResult fake_enter(const char *function, uint64_t argument);

/* The device of the context ID: the script deals contexts to devices in turn. */
uint32_t fake_device(uint32_t id);

#endif
