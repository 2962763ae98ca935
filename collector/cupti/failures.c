/* SPDX-License-Identifier: MIT */
/* Says what fails, once. Runs on any thread. */
#include "cupti/failures.h"

#include <stdbool.h>
#include <stdio.h>

#include "cupti/api.h"
#include "host/log.h"

#define BUSY_ADVICE "another profiler uses the GPU's counters, perhaps in another container: end it"
#define ADMINISTRATORS_ADVICE                                                                \
	"hardware counters are for administrators: in a container, start it with --cap-add " \
	"SYS_ADMIN; else allow it to everybody, and restart: echo 'options nvidia "          \
	"NVreg_RestrictProfilingToAdminUsers=0' | sudo tee "                                 \
	"/etc/modprobe.d/nvidia-profiling.conf && sudo update-initramfs -u && sudo reboot"

static const struct {
	CUptiResult result;
	const char *text;
} advices[] = {
	{ CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, ADMINISTRATORS_ADVICE },
	{ CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES,
	  "the administrator of the virtual GPU must allow profiling" },
	{ CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED,
	  "CUPTI allows it nowhere where confidential computing is on for the GPU" },
	{ CUPTI_ERROR_HARDWARE_BUSY, BUSY_ADVICE },
	{ CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED, BUSY_ADVICE },
	{ CUPTI_ERROR_OUT_OF_MEMORY, "no memory on the GPU or the host for what is measured" },
};

static const char *advice(const struct failures *failures, int stage, CUptiResult result)
{
	if (failures->advices && failures->advices[stage])
		return failures->advices[stage];
	for (size_t i = 0; i < sizeof advices / sizeof *advices; i++)
		if (advices[i].result == result)
			return advices[i].text;
	return failures->cannot;
}

void failures_add(struct failures *failures, int stage, CUptiResult result)
{
	CUptiResult none = CUPTI_SUCCESS;

	atomic_compare_exchange_strong(&failures->at[stage].result, &none, result);
	atomic_fetch_add(&failures->at[stage].count, 1);
	if (!atomic_exchange(&failures->is_said, true))
		log_line("%s not recorded, %s: %s (%s: %s)", failures->what, failures->meanwhile,
		         advice(failures, stage, result), failures->subjects[stage],
		         cupti_error(result));
}

void failures_each(const struct failures *failures, diagnostic_fn *write, void *data)
{
	char message[1024];

	for (int i = 0; i < failures->stages; i++) {
		CUptiResult result = atomic_load(&failures->at[i].result);

		if (result == CUPTI_SUCCESS)
			continue;
		snprintf(message, sizeof message, "%s not recorded: %s (%s)", failures->what,
		         advice(failures, i, result), cupti_error(result));
		write(data, failures->code, failures->subjects[i], SEVERITY_WARNING,
		      atomic_load(&failures->at[i].count), message);
	}
}
