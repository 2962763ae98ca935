/* SPDX-License-Identifier: MIT */
/* Where libcupti is. Knows no CUPTI header: used by the collector and by `warpwise doctor`. */
#ifndef WARPWISE_CUPTI_SEARCH_H
#define WARPWISE_CUPTI_SEARCH_H

#include <stdbool.h>

/* The majors of CUDA whose CUPTI the collector reads, the best first. */
enum { CUPTI_MAJOR_BEST = 13, CUPTI_MAJOR_LEAST = 12 };

/*
 * Looks for libcupti.so.MAJOR, in this order, and calls TRY(path, DATA) for each place until it
 * returns true:
 *   1. one that the process has loaded already (the soname alone)
 *   2. the loader's path (the soname alone)
 *   3. $CUDA_HOME, $CUDA_PATH: lib64, extras/CUPTI/lib64, targets/.../lib, lib
 *   4. /usr/local/cuda, /opt/cuda, /usr/local/cuda-MAJOR*, the newest first: the same folders; the
 *      distribution's library folders
 *   5. if the program is Python: site-packages/nvidia/{cuMAJOR,cuda_cupti}/lib of $VIRTUAL_ENV, of
 *      the interpreter's prefix and of the usual places
 * From 3 on only files that exist are tried. Returns whether TRY took one.
 */
bool cupti_search(int major, bool (*try)(const char *path, void *data), void *data);

/* The places of 5 as a program sees them that is `python3`: for one that is none and wants to know.
 */
bool cupti_search_python(int major, bool (*try)(const char *path, void *data), void *data);

#endif
