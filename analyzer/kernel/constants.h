/* SPDX-License-Identifier: MIT */
/* The numbers that decide what is said of kernels, with where they are from. */
#ifndef WARPWISE_KERNEL_CONSTANTS_H
#define WARPWISE_KERNEL_CONSTANTS_H

#include "base/constant.h"

extern const struct constant kernel_constants[];

#endif
