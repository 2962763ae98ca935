/* SPDX-License-Identifier: MIT */
/* Launches, for other steps. */
#ifndef WARPWISE_FAKE_LAUNCHES_H
#define WARPWISE_FAKE_LAUNCHES_H

/* So many of the function that is launched now; none before there is a context. */
void launch_kernels(long count);

#endif
