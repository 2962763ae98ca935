/* SPDX-License-Identifier: MIT */
/* What the calls of the fake libcuda share. Any thread. */
#ifndef WARPWISE_FAKE_LIBCUDA_H
#define WARPWISE_FAKE_LIBCUDA_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <cuda.h>

#include "fake.h"

enum { FAKE_OPERATION_NS = 1000, FAKE_CALL_NS = 500 }; /* how long each takes */

/* Of the fake libcupti; NULL while none is loaded. */
struct cupti_functions {
#define FIELD(name) __typeof__(name) *name;
	FAKE_FUNCTIONS(FIELD)
#undef FIELD
};

extern struct cupti_functions cupti;
extern atomic_uint driver_correlation_id; /* of the last call */

/* What every call but cuInit() says first. */
CUresult driver_check(void);

/* CUPTI's clock, ns. */
uint64_t driver_now(void);

/* Tells the fake libcupti what happens, in the language of its scripts. */
void driver_statement(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Records a call of the driver that began at START; returns its correlation id. */
unsigned driver_record(const char *name, uint64_t start);

/* What CUPTI calls it. */
unsigned driver_stream_id(CUstream stream);

CUcontext driver_newest_context(void);

/* A call that CUPTI calls back for alone, without a record: WORK of STREAM, if any, is done in
 * between. */
void driver_call_back(const char *name, const void *parameters, CUresult result,
                      void (*work)(CUstream stream), CUstream stream);

/* Whether what STREAM gets is captured by cuStreamBeginCapture(). */
bool driver_is_capturing(CUstream stream);

#endif
