/* SPDX-License-Identifier: MIT */
/* CUPTI's names of calls and results. Constant data. */
#ifndef WARPWISE_FAKE_NAMES_H
#define WARPWISE_FAKE_NAMES_H

#include <stdint.h>
#include <cupti.h>

/* "cudaLaunchKernel_v7000", "cuLaunchKernel"; NULL if there is none. */
const char *name_of_call(CUpti_CallbackDomain domain, uint32_t cbid);

/* The other way; -1 if there is none. */
int call_named(CUpti_CallbackDomain domain, const char *name);

/* "CUPTI_ERROR_NOT_READY"; NULL if there is none. */
const char *name_of_result(uint32_t result);

/* The other way; -1 if there is none. */
int result_named(const char *name);

#endif
