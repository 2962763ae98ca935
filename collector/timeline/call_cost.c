/* SPDX-License-Identifier: MIT */
/* Times a call of the driver, not recorded and recorded. Writer thread. */
#include "timeline/call_cost.h"

#include "cupti/api.h"
#include "host/clock.h"
#include "host/driver.h"

enum {
	BATCHES = 12, /* the fastest counts: whatever else happens makes the others slower */
	CALLS = 32,   /* in each: some 5 us without a record, 10 us with */
};

static int64_t fastest_batch_ns(void)
{
	int64_t fastest_ns = INT64_MAX;
	int version;

	for (int i = 0; i < BATCHES; i++) {
		const int64_t begin_ns = clock_ns();
		int64_t took_ns;

		for (int j = 0; j < CALLS; j++)
			if (driver_version(&version))
				return INT64_MAX;
		took_ns = clock_ns() - begin_ns;
		fastest_ns = took_ns < fastest_ns ? took_ns : fastest_ns;
	}
	return fastest_ns;
}

int64_t call_cost_measure_ns(void)
{
	const CUpti_CallbackId call = CUPTI_DRIVER_TRACE_CBID_cuDriverGetVersion;
	int64_t without_ns, with_ns;

	if (!cupti.cuptiActivityEnableDriverApi) /* all calls are recorded, or none */
		return 0;
	without_ns = fastest_batch_ns();
	if (without_ns == INT64_MAX || cupti.cuptiActivityEnableDriverApi(call, 1) != CUPTI_SUCCESS)
		return 0;
	with_ns = fastest_batch_ns();
	cupti.cuptiActivityEnableDriverApi(call, 0);
	return with_ns > without_ns ? (with_ns - without_ns + CALLS / 2) / CALLS : 0;
}
