/* SPDX-License-Identifier: MIT */
/* NVTX's doors into the library: what the rest of the collector asks of them. */
#ifndef WARPWISE_NVTX_H
#define WARPWISE_NVTX_H

/* NVTX takes one tool. Counts it where ranges are wanted and go to another one. Once CUPTI is
 * loaded. */
void nvtx_check_tool(void);

/* In a forked child: a thread that looked at a copy of NVTX is its parent's. */
void nvtx_begin_child(void);

#endif
