/* SPDX-License-Identifier: MIT */
/* A library that profiles the program it is in, as PyTorch's does: app's step `load` loads it. */
#include <stdio.h>

#include <cupti.h>

static void CUPTIAPI callback(void *data, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                              const void *parameters)
{
	(void)data;
	(void)domain;
	(void)id;
	(void)parameters;
}

__attribute__((constructor)) static void begin(void)
{
	CUpti_SubscriberHandle subscriber;

	printf("profiler: %d\n", cuptiSubscribe(&subscriber, callback, NULL));
	fflush(stdout);
}
