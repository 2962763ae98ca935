/* SPDX-License-Identifier: MIT */
/* Where the trace goes. In the thread that initialises CUDA. */
#ifndef WARPWISE_TRACE_PLACE_H
#define WARPWISE_TRACE_PLACE_H

/*
 * Makes the setting a whole name, since the program may go to another folder before the trace is
 * created. Returns 0, or -errno after saying on stderr why nothing can be written there.
 */
int trace_place_settle(void);

#endif
