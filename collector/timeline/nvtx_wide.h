/* SPDX-License-Identifier: MIT */
/*
 * CUPTI (13.0) takes no notice of NVTX's ranges and marks with names of wide characters, and then
 * ends another range than the program does. Here they become the same ones with names in UTF-8.
 */
#ifndef WARPWISE_NVTX_WIDE_H
#define WARPWISE_NVTX_WIDE_H

/* Does so for a copy of NVTX that CUPTI has filled in. GET_EXPORT_TABLE: its nvtxGetExportTable().
 * One thread at a time. */
void nvtx_wide_attach(void *get_export_table);

#endif
