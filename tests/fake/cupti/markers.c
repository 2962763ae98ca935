/* SPDX-License-Identifier: MIT */
/* The doors that NVTX calls: what comes through them is printed. Runs on the program's threads. */
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include <cupti.h>
#include <nvtx3/nvToolsExt.h>

#include "fake.h"
#include "script/script.h"

static const char loaded[] = ""; /* an address in this library */

#define FOR_NVTX __attribute__((visibility("default")))
FOR_NVTX int InitializeInjectionNvtx(void *parameter);
FOR_NVTX int InitializeInjectionNvtx2(void *parameter);
FOR_NVTX int InitializeInjectionNvtxExtension(void *parameter);

/* A range begins, or ends: as a record, where the script wants that. */
static void leave(CUpti_ActivityFlag flag, unsigned id)
{
	char statement[128];

	snprintf(statement, sizeof statement, "marker id=%u flags=%u time=%llu name=range-%u", id,
	         (unsigned)flag, (unsigned long long)fake_now(), id);
	if (script.has_ranges)
		fake_statement(statement);
}

enum { DEPTH = 64, FIRST_PUSHED = 1000 };

static _Thread_local unsigned pushed[DEPTH], depth;

static void leave_push(void)
{
	static atomic_uint count;

	pushed[depth++ % DEPTH] = FIRST_PUSHED + count++;
	leave(CUPTI_ACTIVITY_FLAG_MARKER_START, pushed[(depth - 1) % DEPTH]);
}

static void leave_pop(void)
{
	if (depth)
		leave(CUPTI_ACTIVITY_FLAG_MARKER_END, pushed[--depth % DEPTH]);
}

static uint64_t start_range(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes)
{
	(void)domain;
	printf("start %s\n", attributes->message.ascii ? attributes->message.ascii : "(no name)");
	leave(CUPTI_ACTIVITY_FLAG_MARKER_START, 7);
	return 7;
}

static void end_range(nvtxDomainHandle_t domain, nvtxRangeId_t range)
{
	(void)domain;
	printf("end %d\n", (int)range);
	leave(CUPTI_ACTIVITY_FLAG_MARKER_END, (unsigned)range);
}

static int push_range(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes)
{
	(void)domain;
	printf("push %s\n", attributes->message.ascii ? attributes->message.ascii : "(no name)");
	leave_push();
	return 4;
}

static int pop_range(nvtxDomainHandle_t domain)
{
	(void)domain;
	puts("pop");
	leave_pop();
	return 5;
}

static void mark(const char *name)
{
	printf("mark %s\n", name);
}

static nvtxRangeId_t start_named(const char *name)
{
	printf("start %s\n", name);
	leave(CUPTI_ACTIVITY_FLAG_MARKER_START, 8);
	return 8;
}

static int push_named(const char *name)
{
	printf("push %s\n", name);
	leave_push();
	return 6;
}

static int pop_of_process(void)
{
	return pop_range(NULL);
}

static nvtxStringHandle_t register_string(nvtxDomainHandle_t domain, const char *text)
{
	(void)domain;
	return (nvtxStringHandle_t)(void *)strdup(text);
}

static int push_of_process(const nvtxEventAttributes_t *attributes)
{
	return push_range(NULL, attributes);
}

static nvtxDomainHandle_t create_domain(const char *name)
{
	printf("domain %s\n", name);
	return (nvtxDomainHandle_t)(void *)strdup(name);
}

/* The functions outside of domains, with names of bytes alone. */
static void attach_core(const NvtxExportTableCallbacks *callbacks)
{
	NvtxFunctionTable table;
	unsigned size;

	if (!callbacks || !callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE, &table, &size) ||
	    size <= NVTX_CBID_CORE_RangePop)
		return;
	*table[NVTX_CBID_CORE_MarkA] = (NvtxFunctionPointer)mark;
	*table[NVTX_CBID_CORE_RangeStartA] = (NvtxFunctionPointer)start_named;
	*table[NVTX_CBID_CORE_RangePushA] = (NvtxFunctionPointer)push_named;
	*table[NVTX_CBID_CORE_RangePushEx] = (NvtxFunctionPointer)push_of_process;
	*table[NVTX_CBID_CORE_RangePop] = (NvtxFunctionPointer)pop_of_process;
}

/* Takes the ranges of domains, as the real one does. */
static void attach(NvtxGetExportTableFunc_t get_export_table)
{
	const NvtxExportTableCallbacks *callbacks = get_export_table(NVTX_ETID_CALLBACKS);
	NvtxFunctionTable table;
	unsigned size;

	if (!callbacks || !callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &table, &size) ||
	    size <= NVTX_CBID_CORE2_DomainCreateA)
		return;
	*table[NVTX_CBID_CORE2_DomainRangeStartEx] = (NvtxFunctionPointer)start_range;
	*table[NVTX_CBID_CORE2_DomainRangeEnd] = (NvtxFunctionPointer)end_range;
	*table[NVTX_CBID_CORE2_DomainRangePushEx] = (NvtxFunctionPointer)push_range;
	*table[NVTX_CBID_CORE2_DomainRangePop] = (NvtxFunctionPointer)pop_range;
	*table[NVTX_CBID_CORE2_DomainCreateA] = (NvtxFunctionPointer)create_domain;
	*table[NVTX_CBID_CORE2_DomainRegisterStringA] = (NvtxFunctionPointer)register_string;
	attach_core(callbacks);
}

static int receive_markers(const char *function, const void *parameter)
{
	Dl_info self;

	if (parameter && dladdr(loaded, &self))
		printf("%s of %s\n", function, self.dli_fname);
	return parameter != NULL;
}

int InitializeInjectionNvtx(void *parameter)
{
	return receive_markers(__func__, parameter);
}

int InitializeInjectionNvtx2(void *parameter)
{
	NvtxGetExportTableFunc_t get_export_table = NULL;

	memcpy(&get_export_table, &parameter, sizeof parameter);
	attach(get_export_table);
	return receive_markers(__func__, parameter);
}

int InitializeInjectionNvtxExtension(void *parameter)
{
	return receive_markers(__func__, parameter);
}
