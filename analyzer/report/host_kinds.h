/* SPDX-License-Identifier: MIT */
/* What the program's own work is by the functions of libraries, and what makes it less. Any thread.
 */
#ifndef WARPWISE_HOST_KINDS_H
#define WARPWISE_HOST_KINDS_H

#include "code/host_time.h"

/* What it does and what makes that less, "makes random numbers ...", where most of TIME, and of
 * UNSAMPLED_NS beside it, is of one kind that functions of the C and C++ libraries tell for sure;
 * "": it is not, or that is not known. */
const char *host_kind_advice(const struct host_time *time, int64_t unsampled_ns);

#endif
