/* SPDX-License-Identifier: MIT */
/*
 * Whether code of a GPU can wait for somebody: it must look at memory again and again, and see what
 * others write there. Pure: any thread.
 */
#ifndef WARPWISE_WAIT_CODE_H
#define WARPWISE_WAIT_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * False only where that is certain: each of its loads is one that the compiler may make once for
 * all, and there is no atomic operation with a result, and no fence. CODE is for compute capability
 * SM (90: 9.0).
 */
bool wait_code_is_possible(const uint8_t *code, size_t bytes, unsigned sm);

#endif
