/* SPDX-License-Identifier: MIT */
/* Loads CUPTI. Runs in the thread that initialises CUDA, and in those that first use NVTX. */
#include "cupti/api.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cupti/layouts.h"
#include "cupti/search.h"
#include "cupti/version.h"
#include "host/clock.h"
#include "host/log.h"

enum {
	TURN_LOOK_US = 20, /* a callback is turned on or off in less than a microsecond */
	TURN_LOOKS = 5000,
};

struct cupti_api cupti;
static atomic_bool is_turning; /* a thread turns callbacks on or off */

static const struct function {
	const char *name;
	size_t offset; /* of the pointer in struct cupti_api */
	bool is_optional;
} functions[] = {
#define REQUIRED(symbol) { #symbol, offsetof(struct cupti_api, symbol), false },
#define OPTIONAL(symbol) { #symbol, offsetof(struct cupti_api, symbol), true },
	CUPTI_FUNCTIONS(REQUIRED, OPTIONAL)
#undef REQUIRED
#undef OPTIONAL
};

/*
 * What older versions have, but not as the headers of CUDA 13 describe it: they step through arrays
 * of structs that have grown since. What needs these is off, and says so.
 */
static const struct {
	const char *name;
	uint32_t since;
} grown[] = {
	{ "cuptiPCSamplingEnable", 22 },      /* CUpti_PCSamplingPCData.correlationId */
	{ "cuptiSassMetricsEnable", 130000 }, /* CUpti_SassMetrics_Data: not known before */
};

static bool try_open(const char *path, void *data)
{
	void **handle = data;

	*handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	return *handle != NULL;
}

uint64_t cupti_timestamp(void)
{
	uint64_t now = 0;

	cupti.cuptiGetTimestamp(&now);
	return now;
}

const char *cupti_error(CUptiResult result)
{
	const char *text = NULL;

	if (!cupti.cuptiGetResultString ||
	    cupti.cuptiGetResultString(result, &text) != CUPTI_SUCCESS || !text)
		return "unknown CUPTI error";
	return text;
}

/*
 * Callbacks must not be turned on or off by two threads at once, says CUPTI's manual. Who waits may
 * come from a callback, in which CUPTI may hold a lock that the other one needs: so not for ever.
 * Returns whether it is the caller's turn.
 */
static bool begin_turn(void)
{
	for (int i = 0; atomic_exchange_explicit(&is_turning, true, memory_order_acquire); i++) {
		if (i == TURN_LOOKS)
			return false;
		clock_sleep_us(TURN_LOOK_US);
	}
	return true;
}

CUptiResult cupti_call_back(CUpti_SubscriberHandle subscriber, CUpti_CallbackId cbid, bool is_on)
{
	const char *name = NULL;
	CUptiResult result;
	bool is_mine;

	if (cupti.version < CUPTI_API_VERSION &&
	    (cupti.cuptiGetCallbackName(CUPTI_CB_DOMAIN_DRIVER_API, cbid, &name) != CUPTI_SUCCESS ||
	     !name))
		return CUPTI_SUCCESS;
	is_mine = begin_turn();
	result = cupti.cuptiEnableCallback(is_on, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, cbid);
	if (is_mine)
		atomic_store_explicit(&is_turning, false, memory_order_release);
	return result;
}

static int load_functions(void *handle)
{
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		void *symbol = dlsym(handle, functions[i].name);

		if (!symbol && !functions[i].is_optional) {
			log_line("cannot use %s: it has no %s; the program runs unrecorded",
			         cupti.path, functions[i].name);
			return -ENOSYS;
		}
		memcpy((char *)&cupti + functions[i].offset, &symbol, sizeof symbol);
	}
	return 0;
}

/* 1000 * major + 10 * minor of the newest CUDA that the driver knows; 0: it cannot be asked. */
static int driver_cuda(void)
{
	/* The program's own where there is one. NVTX can be used before CUDA. */
	void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
	void *symbol = driver ? dlsym(driver, "cuDriverGetVersion") : NULL;
	__typeof__(cuDriverGetVersion) *get = NULL;
	int version = 0;

	memcpy(&get, &symbol, sizeof symbol);
	return get && get(&version) == CUDA_SUCCESS ? version : 0;
}

static bool is_accepted(int major, int driver)
{
	return !driver || major <= driver / 1000;
}

/* The first there is of a major that a driver for CUDA DRIVER accepts or, not WANT_ACCEPTED,
 * refuses.
 */
static void *open_for(int driver, bool want_accepted)
{
	void *handle = NULL;

	for (int major = CUPTI_MAJOR_BEST; major >= CUPTI_MAJOR_LEAST && !handle; major--)
		if (is_accepted(major, driver) == want_accepted)
			cupti_search(major, try_open, &handle);
	return handle;
}

void *cupti_open(const char *wanted)
{
	void *handle = NULL;

	if (!*wanted)
		return open_for(driver_cuda(), true);
	try_open(wanted, &handle);
	return handle;
}

static void note_path(void *handle, const char *otherwise)
{
	Dl_info info;

	snprintf(cupti.path, sizeof cupti.path, "%s", otherwise);
	if (dladdr(dlsym(handle, "cuptiGetVersion"), &info) && info.dli_fname)
		snprintf(cupti.path, sizeof cupti.path, "%s", info.dli_fname);
}

static int say_absence(const char *wanted)
{
	void *refused;
	int driver;

	if (*wanted) {
		log_line("cannot load libcupti: %s; the program runs unrecorded", dlerror());
		return -ENOENT;
	}
	driver = driver_cuda();
	refused = open_for(driver, false);
	if (refused)
		note_path(refused, "libcupti");
	if (refused)
		log_line("cannot use %s: the driver knows CUDA up to %d.%d and refuses it; install "
		         "the CUPTI of CUDA %d (pip install nvidia-cuda-cupti-cu%d), or a newer "
		         "driver; the program runs unrecorded",
		         cupti.path, driver / 1000, driver % 1000 / 10, driver / 1000,
		         driver / 1000);
	else
		log_line("cannot find libcupti.so.%d or .%d: install CUPTI (part of the CUDA "
		         "toolkit) or set WARPWISE_CUPTI=/path/to/libcupti.so.%d; the program "
		         "runs unrecorded",
		         CUPTI_MAJOR_BEST, CUPTI_MAJOR_LEAST, CUPTI_MAJOR_BEST);
	return -ENOENT;
}

/* A function is a pointer in `cupti`, as the table has them. */
static void take_away(const char *name)
{
	const void *none = NULL;

	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		if (strcmp(functions[i].name, name) == 0)
			memcpy((char *)&cupti + functions[i].offset, &none, sizeof none);
}

static int check_version(void)
{
	const bool has_answered = cupti.cuptiGetVersion(&cupti.version) == CUPTI_SUCCESS;
	const int major = has_answered ? cupti_version_major(cupti.version) : 0;

	if (major < CUPTI_MAJOR_LEAST || major > CUPTI_MAJOR_BEST) {
		log_line("cannot use %s: its version is %u, and this warpwise reads those of CUDA "
		         "%d and %d; the program runs unrecorded",
		         cupti.path, cupti.version, CUPTI_MAJOR_LEAST, CUPTI_MAJOR_BEST);
		return -ENOTSUP;
	}
	for (size_t i = 0; i < sizeof grown / sizeof *grown; i++)
		if (cupti.version < grown[i].since)
			take_away(grown[i].name);
	layouts_choose(cupti.version);
	return 0;
}

int cupti_api_load(const char *wanted)
{
	void *handle = cupti_open(wanted);
	int err;

	if (!handle)
		return say_absence(wanted);
	note_path(handle, *wanted ? wanted : "libcupti");
	err = load_functions(handle);
	return err ? err : check_version();
}
