/* SPDX-License-Identifier: MIT */
#ifndef WARPWISE_LARGE_PAGES_H
#define WARPWISE_LARGE_PAGES_H

#include <stddef.h>

/*
 * Has the kernel back the BYTES at MEMORY, which malloc() gave, with large pages, where they are so
 * many that a part of one more does not count: small pages are a fault each. A hint: nothing can
 * fail. Any thread.
 */
void use_large_pages(void *memory, size_t bytes);

#endif
