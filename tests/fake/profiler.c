/* SPDX-License-Identifier: MIT */
/*
 * A library that profiles the program it is in, as PyTorch's does: app's step `load` loads it. It
 * asks for kernels whatever it is told when it subscribes, frees every buffer that it is given, and
 * says at the end how many kernels it saw. FAKE_PROFILER=records: it never subscribes.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cupti.h>

enum { BUFFER_BYTES = 1 << 16 };

static atomic_int kernels, calls;

static void CUPTIAPI callback(void *data, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                              const void *parameters)
{
	(void)domain;
	(void)id;
	(void)parameters;
	if (data == &calls)
		atomic_fetch_add(&calls, 1);
}

static void CUPTIAPI request(uint8_t **data, size_t *size, size_t *max_records)
{
	*data = malloc(BUFFER_BYTES);
	*size = *data ? BUFFER_BYTES : 0;
	*max_records = 0;
	if (*data)
		memset(*data, 0xa5, BUFFER_BYTES); /* not zero, as it never said */
}

static void CUPTIAPI complete(CUcontext context, uint32_t stream, uint8_t *data, size_t size,
                              size_t valid_bytes)
{
	CUpti_Activity *record = NULL;

	(void)context;
	(void)stream;
	(void)size;
	while (valid_bytes &&
	       cuptiActivityGetNextRecord(data, valid_bytes, &record) == CUPTI_SUCCESS)
		if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)
			atomic_fetch_add(&kernels, 1);
	free(data);
}

__attribute__((constructor)) static void begin(void)
{
	const char *how = getenv("FAKE_PROFILER");
	CUpti_SubscriberHandle subscriber;

	if (!how || strcmp(how, "records") != 0)
		printf("profiler: %d\n", cuptiSubscribe(&subscriber, callback, &calls));
	fflush(stdout);
	cuptiActivityRegisterCallbacks(request, complete);
	cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
}

__attribute__((destructor)) static void end(void)
{
	cuptiActivityFlushAll(1);
	printf("profiler saw %d kernels, %d calls\n", atomic_load(&kernels), atomic_load(&calls));
	fflush(stdout);
}
