/* SPDX-License-Identifier: MIT */
/* Loads CUPTI. Runs in the thread that initialises CUDA, and in those that first use NVTX. */
#include "cupti/api.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cupti/search.h"
#include "host/log.h"

struct cupti_api cupti;

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

static bool try_open(const char *path, void *data)
{
	void **handle = data;

	*handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	return *handle != NULL;
}

const char *cupti_error(CUptiResult result)
{
	const char *text = NULL;

	if (!cupti.cuptiGetResultString ||
	    cupti.cuptiGetResultString(result, &text) != CUPTI_SUCCESS || !text)
		return "unknown CUPTI error";
	return text;
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

void *cupti_open(const char *wanted)
{
	void *handle = NULL;

	if (*wanted)
		try_open(wanted, &handle);
	else
		cupti_search(try_open, &handle);
	return handle;
}

int cupti_api_load(const char *wanted)
{
	void *handle = cupti_open(wanted);
	Dl_info info;
	int err;

	if (!handle) {
		if (*wanted)
			log_line("cannot load libcupti: %s; the program runs unrecorded",
			         dlerror());
		else
			log_line("cannot find " CUPTI_SONAME
			         ": install CUPTI (part of the CUDA toolkit) or set "
			         "WARPWISE_CUPTI=/path/to/" CUPTI_SONAME
			         "; the program runs unrecorded");
		return -ENOENT;
	}
	snprintf(cupti.path, sizeof cupti.path, "%s", *wanted ? wanted : CUPTI_SONAME);
	if (dladdr(dlsym(handle, "cuptiGetVersion"), &info) && info.dli_fname)
		snprintf(cupti.path, sizeof cupti.path, "%s", info.dli_fname);
	err = load_functions(handle);
	if (err)
		return err;
	if (cupti.cuptiGetVersion(&cupti.version) != CUPTI_SUCCESS ||
	    CUPTI_MAJOR(cupti.version) != CUPTI_MAJOR(CUPTI_API_VERSION) ||
	    cupti.version < CUPTI_API_VERSION) {
		log_line("cannot use %s: its version is %u, this warpwise was built for %d; "
		         "the program runs unrecorded",
		         cupti.path, cupti.version, CUPTI_API_VERSION);
		return -ENOTSUP;
	}
	return 0;
}
