/* SPDX-License-Identifier: MIT */
/*
 * Other users of CUPTI in the process: PyTorch's profiler (Kineto) is one. CUPTI serves one
 * subscriber alone, and who comes second gets nothing of the GPU, often without a word. Preloaded,
 * this library stands before libcupti where others look for its functions: what subscribes is seen
 * here, and goes on to the real function. The collector's own calls do not come this way.
 *
 * Runs on the program's threads.
 */
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "cupti/compat.h"
#include "host/log.h"
#include "host/losses.h"
#include "host/recording.h"
#include "session/session.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT CUptiResult CUPTIAPI cuptiSubscribe(CUpti_SubscriberHandle *subscriber,
                                           CUpti_CallbackFunc callback, void *data);
EXPORT CUptiResult CUPTIAPI cuptiSubscribe_v2(CUpti_SubscriberHandle *subscriber,
                                              CUpti_CallbackFunc callback, void *data,
                                              CUpti_SubscriberParams *params);

static int find_library(struct dl_phdr_info *library, size_t size, void *handle)
{
	const char *slash = strrchr(library->dlpi_name, '/');

	(void)size;
	if (strncmp(slash ? slash + 1 : library->dlpi_name, "libcupti.so", 11) != 0)
		return 0;
	*(void **)handle = dlopen(library->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
	return *(void **)handle != NULL;
}

/* The function NAME of the libcupti that the process has loaded into *FUNCTION; false: none. */
static bool find(const char *name, void *function)
{
	void *symbol = dlsym(RTLD_NEXT, name), *library = NULL;

	if (!symbol) { /* loaded for those who need it alone */
		dl_iterate_phdr(find_library, &library);
		symbol = library ? dlsym(library, name) : NULL;
	}
	memcpy(function, &symbol, sizeof symbol);
	return symbol != NULL;
}

static void notice(void)
{
	static atomic_bool is_said;

	if (atomic_load(&recording.phase) != PHASE_RECORDING || recording.pid != getpid())
		return;
	if (recording.settings.number[SETTING_ID_step_aside]) {
		counter_add(COUNTER_stepped_aside, 1);
		session_step_aside();
	} else {
		counter_add(COUNTER_refused_profilers, 1);
		if (!atomic_exchange(&is_said, true))
			log_line("the program profiles itself with CUPTI, as torch.profiler does: "
			         "only one can, so it will see nothing of the GPU; run it without "
			         "warpwise, or with --step-aside, which ends the recording there");
	}
}

CUptiResult CUPTIAPI cuptiSubscribe(CUpti_SubscriberHandle *subscriber, CUpti_CallbackFunc callback,
                                    void *data)
{
	__typeof__(cuptiSubscribe) *real;

	if (!find(__func__, &real))
		return CUPTI_ERROR_NOT_INITIALIZED;
	notice();
	return real(subscriber, callback, data);
}

CUptiResult CUPTIAPI cuptiSubscribe_v2(CUpti_SubscriberHandle *subscriber,
                                       CUpti_CallbackFunc callback, void *data,
                                       CUpti_SubscriberParams *params)
{
	__typeof__(cuptiSubscribe_v2) *real;

	if (!find(__func__, &real))
		return CUPTI_ERROR_NOT_INITIALIZED;
	notice();
	return real(subscriber, callback, data, params);
}
