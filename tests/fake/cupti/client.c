/* SPDX-License-Identifier: MIT */
/* Decides what the client gets. Runs on the threads that play records and on those that call
 * CUDA. */
#include "client.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "names.h"
#include "outlet.h"
#include "script/script.h"

enum { ERRNO_OF_THE_PROGRAM = 4242 }; /* which no call gives */

struct client client;

int client_begins(void)
{
	const int before = errno;

	errno = ERRNO_OF_THE_PROGRAM;
	return before;
}

void client_has_ended(int before, const char *what)
{
	if (errno != ERRNO_OF_THE_PROGRAM)
		complain("%s changed errno to %d", what, errno);
	errno = before;
}

bool client_wants(const CUpti_Activity *record)
{
	const CUpti_ActivityAPI *call = (const void *)record;
	const atomic_bool *calls = NULL;

	if (record->kind > CUPTI_ACTIVITY_KIND_COUNT)
		return true; /* a script plays nonsense on purpose */
	if (record->kind == CUPTI_ACTIVITY_KIND_COUNT || client.has_kind[record->kind])
		return true;
	if (record->kind == CUPTI_ACTIVITY_KIND_MEMCPY2 && script.version >= 130000)
		return client.has_kind[CUPTI_ACTIVITY_KIND_MEMCPY];
	if (record->kind == CUPTI_ACTIVITY_KIND_RUNTIME)
		calls = client.has_runtime_call;
	if (record->kind == CUPTI_ACTIVITY_KIND_DRIVER)
		calls = client.has_driver_call;
	return calls && call->cbid < CLIENT_CALLS && calls[call->cbid];
}

uint32_t client_thread_id(void)
{
	return client.wants_system_threads ? (uint32_t)gettid()
	                                   : (uint32_t)(uintptr_t)pthread_self();
}

static void call_back(CUpti_CallbackIdResource id, CUpti_ResourceData *data)
{
	CUpti_CallbackFunc callback = client.callback;
	int before;

	if (!callback || !client.has_resource[id])
		return;
	before = client_begins();
	callback(client.callback_data, CUPTI_CB_DOMAIN_RESOURCE, id, data);
	client_has_ended(before, "a callback");
}

void client_initialised(void)
{
	CUpti_ResourceData data = { .context = NULL };

	call_back(CUPTI_CBID_RESOURCE_CU_INIT_FINISHED, &data);
}

void client_context_created(CUcontext context)
{
	CUpti_ResourceData data = { .context = context };

	call_back(CUPTI_CBID_RESOURCE_CONTEXT_CREATED, &data);
}

void client_context_destroyed(CUcontext context)
{
	CUpti_ResourceData data = { .context = context };

	call_back(CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING, &data);
}

void client_stream_replaced(CUstream stream)
{
	CUpti_ResourceData data = { .resourceHandle = { .stream = stream } };

	call_back(CUPTI_CBID_RESOURCE_STREAM_DESTROY_STARTING, &data);
	call_back(CUPTI_CBID_RESOURCE_STREAM_CREATED, &data);
}

void client_module_unloaded(CUcontext context)
{
	CUpti_ResourceData data = { .context = context };

	call_back(CUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING, &data);
}

static void call_back_about_module(CUpti_CallbackIdResource callback, uint32_t id, char *cubin,
                                   size_t size)
{
	CUpti_ModuleResourceData module = { .moduleId = id, .cubinSize = size, .pCubin = cubin };
	CUpti_ResourceData data = { .resourceDescriptor = &module };

	call_back(callback, &data);
	memset(cubin, 0xa5, size);
}

void client_module_loaded(uint32_t module_id, char *cubin, size_t size)
{
	call_back_about_module(CUPTI_CBID_RESOURCE_MODULE_LOADED, module_id, cubin, size);
}

void client_module_profiled(uint32_t module_id, char *cubin, size_t size)
{
	call_back_about_module(CUPTI_CBID_RESOURCE_MODULE_PROFILED, module_id, cubin, size);
}

static void call_back_about(struct client_call *call, CUpti_ApiCallbackSite site)
{
	CUpti_CallbackFunc callback = client.callback;
	CUpti_CallbackData data = {
		.callbackSite = site,
		.functionName = name_of_call(CUPTI_CB_DOMAIN_DRIVER_API, call->cbid),
		.functionParams = call->parameters,
		.functionReturnValue = site == CUPTI_API_EXIT ? &call->result : NULL,
		.symbolName = call->symbol,
		.context = (CUcontext)(uintptr_t)call->context,
		.contextUid = call->context,
		.correlationData = &call->data,
		.correlationId = call->correlation_id,
	};
	int before;

	if (!callback)
		return;
	before = client_begins();
	callback(client.callback_data, CUPTI_CB_DOMAIN_DRIVER_API, call->cbid, &data);
	client_has_ended(before, "a callback");
}

void client_call_entered(struct client_call *call)
{
	call->is_entered = call->cbid < CLIENT_CALLS && client.has_driver_callback[call->cbid];
	if (call->is_entered)
		call_back_about(call, CUPTI_API_ENTER);
}

void client_call_left(struct client_call *call)
{
	if (call->is_entered && client.has_driver_callback[call->cbid])
		call_back_about(call, CUPTI_API_EXIT);
}
