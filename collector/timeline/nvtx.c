/* SPDX-License-Identifier: MIT */
/*
 * NVTX's doors into the library. Each library with a copy of NVTX comes here when it first uses a
 * marker, before or after CUDA is initialised, and CUPTI receives the markers. CUPTI is not named
 * itself in NVTX_INJECTION64_PATH: a program can bring a libcupti of its own, as PyTorch does,
 * which is known only when it is loaded.
 *
 * CUPTI takes part in NVTX's extension for payloads, but (13.0) ignores ranges that begin or end
 * with one; NCCL ends some of its so, which would seem to last until the program ends. What it
 * leaves free is done here: such calls become the same ones without a payload.
 *
 * Runs on the program's threads.
 */
#include "timeline/nvtx.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cupti/api.h"
#include "host/losses.h"
#include "host/recording.h"
#include "timeline/nvtx_interface.h"
#include "timeline/nvtx_ranges.h"
#include "timeline/nvtx_wide.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT int InitializeInjectionNvtx(void *parameter);
EXPORT int InitializeInjectionNvtx2(void *parameter);
EXPORT int InitializeInjectionNvtxExtension(void *parameter);

/* ---- the extension for payloads: nvtxDetail/nvtxExtTypes.h ---- */

enum {
	PAYLOAD_MODULE = 2,
	PAYLOAD_MAJOR = 1, /* the upper byte of the version that the slots below are of */
};

/* Slots of the extension. */
enum { PUSH_PAYLOAD = 3, POP_PAYLOAD, START_PAYLOAD, END_PAYLOAD, PAYLOAD_FUNCTIONS };

struct segment {
	size_t id, slots_count;
	intptr_t *slots;
};

struct extension {
	uint16_t nvtx_version, size, module, version;
	size_t segments_count;
	struct segment *segments;
};

/* ---- ranges with a payload ---- */

/* Held while a copy of NVTX is looked at: here, and for nvtx_ranges.c and nvtx_wide.c. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* CUPTI's functions, the same for all copies of NVTX; NULL before the first of these comes. Set
 * once: read without the lock by what is put into slots after that. */
static struct {
	uint64_t (*start)(void *domain, const struct nvtx_attributes *attributes);
	void (*end)(void *domain, uint64_t range);
	int (*push)(void *domain, const struct nvtx_attributes *attributes);
	int (*pop)(void *domain);
} cupti_ranges;

static const struct nvtx_attributes no_name = { .version = NVTX_ATTRIBUTES_VERSION,
	                                        .size = sizeof no_name };

static int push_payload(void *domain, const void *payload, size_t count)
{
	(void)payload;
	(void)count;
	return cupti_ranges.push(domain, &no_name);
}

static int pop_payload(void *domain, const void *payload, size_t count)
{
	(void)payload;
	(void)count;
	return cupti_ranges.pop(domain);
}

static uint64_t start_payload(void *domain, const void *payload, size_t count)
{
	(void)payload;
	(void)count;
	return cupti_ranges.start(domain, &no_name);
}

static void end_payload(void *domain, uint64_t range, const void *payload, size_t count)
{
	(void)payload;
	(void)count;
	cupti_ranges.end(domain, range);
}

nvtx_function **nvtx_table(void *get_export_table, int module, unsigned count)
{
	const void *(*get)(uint32_t id) = NULL;
	const struct nvtx_callbacks *callbacks;
	nvtx_function **table = NULL;
	unsigned places = 0;

	memcpy(&get, &get_export_table, sizeof get_export_table);
	callbacks = get(NVTX_EXPORT_TABLE_CALLBACKS);
	return callbacks && callbacks->size >= sizeof *callbacks &&
	                       callbacks->get_table(module, &table, &places) && places >= count
	               ? table
	               : NULL;
}

/* Takes CUPTI's functions out of the table of a copy of NVTX. */
static void take_functions(void *get_export_table)
{
	nvtx_function **table =
	        nvtx_table(get_export_table, NVTX_MODULE_CORE2, NVTX_DOMAIN_POP + 1);

	for (int i = NVTX_DOMAIN_START; i <= NVTX_DOMAIN_POP; i++)
		if (!table || !table[i] || !*table[i])
			return;
	if (!cupti_ranges.pop) {
		memcpy(&cupti_ranges.start, table[NVTX_DOMAIN_START], sizeof cupti_ranges.start);
		memcpy(&cupti_ranges.end, table[NVTX_DOMAIN_END], sizeof cupti_ranges.end);
		memcpy(&cupti_ranges.push, table[NVTX_DOMAIN_PUSH], sizeof cupti_ranges.push);
		memcpy(&cupti_ranges.pop, table[NVTX_DOMAIN_POP], sizeof cupti_ranges.pop);
	}
}

/* Whether all slots that ranges need are free: what begins with CUPTI must end with it. */
static bool are_free(const intptr_t *slots)
{
	for (int i = PUSH_PAYLOAD; i < PAYLOAD_FUNCTIONS; i++)
		if (slots[i])
			return false;
	return true;
}

static void fill_slots(const struct extension *extension)
{
	intptr_t *slots;

	if (extension->size < sizeof *extension || extension->module != PAYLOAD_MODULE ||
	    extension->version >> 8 != PAYLOAD_MAJOR || extension->segments_count < 1 ||
	    extension->segments[0].slots_count < PAYLOAD_FUNCTIONS)
		return;
	slots = extension->segments[0].slots;
	if (cupti_ranges.pop && are_free(slots)) {
		slots[PUSH_PAYLOAD] = (intptr_t)push_payload;
		slots[POP_PAYLOAD] = (intptr_t)pop_payload;
		slots[START_PAYLOAD] = (intptr_t)start_payload;
		slots[END_PAYLOAD] = (intptr_t)end_payload;
	}
}

/* ---- the doors ---- */

/* SYMBOL is CUPTI's function of the same name. Returns 0 if there is no CUPTI: NVTX then does
 * nothing. */
static int forward(const char *symbol, void *parameter)
{
	const char *wanted = getenv("WARPWISE_CUPTI");
	const int saved = errno; /* the program's */
	void *cupti_library = cupti_open(wanted ? wanted : "");
	void *address = cupti_library ? dlsym(cupti_library, symbol) : NULL;
	int (*initialize)(void *) = NULL;
	int result;

	memcpy(&initialize, &address, sizeof address);
	result = initialize ? initialize(parameter) : 0;
	errno = saved;
	return result;
}

/* For NVTX 1 and 2. */
EXPORT int InitializeInjectionNvtx(void *parameter)
{
	return forward("InitializeInjectionNvtx", parameter);
}

/* For NVTX 3. PARAMETER is its nvtxGetExportTable(). */
EXPORT int InitializeInjectionNvtx2(void *parameter)
{
	const int result = forward("InitializeInjectionNvtx2", parameter);

	if (result) {
		pthread_mutex_lock(&lock);
		nvtx_ranges_attach(parameter);
		take_functions(parameter);
		nvtx_wide_attach(parameter);
		pthread_mutex_unlock(&lock);
	}
	return result;
}

/* For the extensions of NVTX 3. PARAMETER is a struct extension, whose free slots do nothing. */
EXPORT int InitializeInjectionNvtxExtension(void *parameter)
{
	const int result = forward("InitializeInjectionNvtxExtension", parameter);

	if (result) {
		pthread_mutex_lock(&lock);
		fill_slots(parameter);
		pthread_mutex_unlock(&lock);
	}
	return result;
}

void nvtx_begin_child(void)
{
	pthread_mutex_init(&lock, NULL);
}

/* ---- where the markers go ---- */

static bool is_same_file(const char *path, const struct stat *file)
{
	struct stat other;

	return stat(path, &other) == 0 && other.st_dev == file->st_dev &&
	       other.st_ino == file->st_ino;
}

/* Markers come to CUPTI by way of this library, or if it was named itself. */
void nvtx_check_tool(void)
{
	const char *named = getenv("NVTX_INJECTION64_PATH");
	struct stat file;
	Dl_info self;

	if (recording.settings.number[SETTING_ID_markers] && named && stat(named, &file) == 0 &&
	    !is_same_file(cupti.path, &file) &&
	    !(dladdr(__extension__(void *) nvtx_check_tool, &self) &&
	      is_same_file(self.dli_fname, &file)))
		counter_add(COUNTER_markers_elsewhere, 1);
}
