/* SPDX-License-Identifier: MIT */
/*
 * Greenlets copy parts of the machine's stack away and back: beyond its own frames a greenlet finds
 * what others left there, and whoever follows that may come anywhere.
 */
#ifndef WARPWISE_GREENLETS_H
#define WARPWISE_GREENLETS_H

#include <stdbool.h>

/* Whether the process has ever had a library of that name. Any thread. */
bool greenlets_are_loaded(void);

#endif
