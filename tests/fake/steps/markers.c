/* SPDX-License-Identifier: MIT */
/* What a program marks by NVTX. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <nvtx3/nvToolsExt.h>
#if __has_include(<nvtx3/nvToolsExtPayload.h>)
#include <nvtx3/nvToolsExtPayload.h>
#define HAS_PAYLOADS 1
#endif

#include "step.h"

static const void *no_export_table(uint32_t id)
{
	(void)id;
	return NULL;
}

/* The first marker, as NVTX does it: VALUE is the function of its version, such as
 * InitializeInjectionNvtx2. */
static void step_nvtx(const char *value)
{
	const char *tool = getenv("NVTX_INJECTION64_PATH");
	void *library = tool ? dlopen(tool, RTLD_LAZY) : NULL;
	void *symbol = library ? dlsym(library, value) : NULL;
	static char extension[64]; /* none that anybody knows */
	int (*initialize)(void *) = NULL;
	void *parameter = extension;

	if (strcmp(value, "InitializeInjectionNvtxExtension") != 0)
		parameter = __extension__(void *) no_export_table;
	memcpy(&initialize, &symbol, sizeof symbol);
	printf("markers: %d\n", initialize ? initialize(parameter) : 0);
	fflush(stdout);
}

static int looks_left;

/* At the last look that it allows it makes the file `held`, and never returns. */
static const void *held_export_table(uint32_t id)
{
	(void)id;
	if (--looks_left <= 0) {
		fclose(fopen("held", "w"));
		for (;;)
			pause();
	}
	return NULL;
}

/* A library that uses NVTX for the first time is looked at VALUE times. */
static void step_nvtx_held(const char *value)
{
	const char *tool = getenv("NVTX_INJECTION64_PATH");
	void *library = tool ? dlopen(tool, RTLD_LAZY) : NULL;
	void *symbol = library ? dlsym(library, "InitializeInjectionNvtx2") : NULL;
	int (*initialize)(const void *(*)(uint32_t)) = NULL;

	looks_left = atoi(value);
	memcpy(&initialize, &symbol, sizeof symbol);
	if (initialize)
		initialize(held_export_table);
}

static void step_push(const char *value)
{
	nvtxRangePushA(value);
}

static void step_pop(const char *value)
{
	(void)value;
	nvtxRangePop();
}

/* So many ranges, one after the other. */
static void step_blink(const char *value)
{
	for (int i = atoi(value); i > 0; i--) {
		nvtxRangePushA("step");
		nvtxRangePop();
	}
}

/* So many ranges at once, which may end on another thread. */
static void step_start_many(const char *value)
{
	for (int i = atoi(value); i > 0; i--)
		nvtxRangeStartA("step");
}

/* Ranges of this thread in so many domains. */
static void step_push_many(const char *value)
{
	const nvtxEventAttributes_t named = { .version = NVTX_VERSION,
		                              .size = NVTX_EVENT_ATTRIB_STRUCT_SIZE,
		                              .messageType = NVTX_MESSAGE_TYPE_ASCII,
		                              .message.ascii = "step" };
	char domain[32];

	for (int i = atoi(value); i > 0; i--) {
		snprintf(domain, sizeof domain, "domain %d", i);
		nvtxDomainRangePushEx(nvtxDomainCreateA(domain), &named);
	}
}

static nvtxDomainHandle_t range_domain;
static nvtxRangeId_t range_id;

/* In a domain, by a registered string; ends where another thread may be. */
static void step_start_range(const char *value)
{
	nvtxEventAttributes_t attributes = { .version = NVTX_VERSION,
		                             .size = NVTX_EVENT_ATTRIB_STRUCT_SIZE,
		                             .messageType = NVTX_MESSAGE_TYPE_REGISTERED };

	range_domain = nvtxDomainCreateA("app");
	attributes.message.registered = nvtxDomainRegisterStringA(range_domain, value);
	range_id = nvtxDomainRangeStartEx(range_domain, &attributes);
}

static void step_end_range(const char *value)
{
	(void)value;
	nvtxDomainRangeEnd(range_domain, range_id);
}

/* Ranges that begin, end, or both, with a payload, by NVTX itself. */
static void step_payload(const char *value)
{
#ifdef HAS_PAYLOADS
	nvtxEventAttributes_t named = { .version = NVTX_VERSION,
		                        .size = NVTX_EVENT_ATTRIB_STRUCT_SIZE,
		                        .messageType = NVTX_MESSAGE_TYPE_ASCII,
		                        .message.ascii = value };
	nvtxDomainHandle_t domain = nvtxDomainCreateA("app");
	nvtxRangeId_t range;

	nvtxDomainRangePushEx(domain, &named);
	printf("popped: %d\n", nvtxRangePopPayload(domain, NULL, 0));
	printf("pushed: %d\n", nvtxRangePushPayload(domain, NULL, 0));
	nvtxDomainRangePop(domain);
	range = nvtxDomainRangeStartEx(domain, &named);
	nvtxRangeEndPayload(domain, range, NULL, 0);
	range = nvtxRangeStartPayload(domain, NULL, 0);
	nvtxDomainRangeEnd(domain, range);
#else
	printf("%s: this NVTX has no payloads\n", value);
#endif
	fflush(stdout);
}

/* Ranges and marks with names of wide characters, of one byte to four in UTF-8. */
static void step_wide(const char *value)
{
#ifdef HAS_PAYLOADS
	nvtxEventAttributes_t named = { .version = NVTX_VERSION,
		                        .size = NVTX_EVENT_ATTRIB_STRUCT_SIZE,
		                        .messageType = NVTX_MESSAGE_TYPE_UNICODE,
		                        .message.unicode = L"a\u00e9\u20ac\U0001f600" };
	wchar_t longest[3001];

	for (int i = 0; i < 3000; i++)
		longest[i] = L'x';
	longest[3000] = L'\0';
	nvtxDomainCreateW(L"wide domain");
	nvtxMarkW(L"wide mark");
	nvtxRangeStartW(L"wide start");
	printf("level %d\n", nvtxRangePushW(L"wide push"));
	nvtxRangePushEx(&named);
	nvtxDomainRangePushEx(NULL, &named);
	nvtxDomainRangeStartEx(NULL, &named);
	nvtxRangePushW(longest);
	nvtxRangePushA("narrow");
	nvtxRangePushW((wchar_t[]){ 0xd800, 0x110000, 0 }); /* which are no characters */
#else
	printf("%s: this NVTX has no payloads\n", value);
#endif
	(void)value;
	fflush(stdout);
}

const struct step marker_steps[] = {
	{ "nvtx", step_nvtx },           { "nvtx-held", step_nvtx_held },
	{ "push", step_push },           { "pop", step_pop },
	{ "blink", step_blink },         { "start-many", step_start_many },
	{ "push-many", step_push_many }, { "start-range", step_start_range },
	{ "end-range", step_end_range }, { "payload", step_payload },
	{ "wide", step_wide },           { .name = NULL },
};
