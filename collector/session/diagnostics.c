/* SPDX-License-Identifier: MIT */
/* Rows of the table diagnostic. On the writer thread. */
#include "session/diagnostics.h"

#include <stdbool.h>
#include <stdio.h>

#include "counters/gpu_lock.h"
#include "counters/gpu_metrics.h"
#include "counters/instruction_metrics.h"
#include "counters/launch_metrics.h"
#include "counters/stalls.h"
#include "cupti/api.h"
#include "cupti/profiler_choice.h"
#include "host/recording.h"
#include "session/enabled.h"
#include "session/unrecorded_store.h"
#include "timeline/calls.h"

void diagnostic_write(void *data, const char *code, const char *subject, enum severity severity,
                      int64_t count, const char *message)
{
	struct batch *batch = data;
	sqlite3_stmt *statement = NULL;

	if (sqlite3_prepare_v2(
	            batch->db,
	            count ? "INSERT OR REPLACE INTO diagnostic (code, subject, severity, count, "
	                    "message) VALUES (?1, ?2, ?3, ?4, ?5)"
	                  : "DELETE FROM diagnostic WHERE code = ?1 AND subject = ?2",
	            -1, &statement, NULL) == SQLITE_OK) {
		sqlite3_bind_text(statement, 1, code, -1, SQLITE_TRANSIENT);
		sqlite3_bind_text(statement, 2, subject, -1, SQLITE_TRANSIENT);
		if (count) {
			sqlite3_bind_int64(statement, 3, severity);
			sqlite3_bind_int64(statement, 4, count);
			sqlite3_bind_text(statement, 5, message, -1, SQLITE_TRANSIENT);
		}
		batch_run(batch, statement);
	}
	sqlite3_finalize(statement);
}

/* Says in the trace that WHAT is not in it, unless it IS_WANTED and turning it on gave RESULT 0. */
static void write_absence(struct batch *batch, const char *what, bool is_wanted, CUptiResult result)
{
	char message[256];

	if (!is_wanted) {
		diagnostic_write(batch, "kind-not-recorded", what, SEVERITY_NOTE, 1,
		                 "turned off by a setting");
	} else if (result != CUPTI_SUCCESS) {
		snprintf(message, sizeof message, "CUPTI cannot record this here: %s",
		         cupti_error(result));
		diagnostic_write(batch, "kind-not-recorded", what, SEVERITY_WARNING, 1, message);
	}
}

void diagnostics_write_absences(struct batch *batch)
{
	for (int i = 0; kinds[i]; i++)
		if (!kinds[i]->may_lack && (enabled.is_wanted[i] || !kinds[i]->is_extra))
			write_absence(batch, kinds[i]->name, enabled.is_wanted[i],
			              enabled.kinds[i]);
	write_absence(batch, "synchronization", enabled.are_waits_wanted, enabled.waits);
	if (!calls_can_be_chosen())
		diagnostic_write(batch, "all-calls", "CUPTI", SEVERITY_NOTE, 1,
		                 "this libcupti records either all CUDA calls or none: each costs "
		                 "the program more than with that of CUDA 12.5 or newer");
	if (recording.is_late)
		diagnostic_write(batch, "late-start", "process", SEVERITY_NOTE, 1,
		                 "the recording began when the program had begun with CUDA: "
		                 "streams made before have a type only if a call that waits "
		                 "named them, code loaded before is kept only if it was "
		                 "launched into a stream, and neither samples of warps nor "
		                 "counters could be taken");
}

void diagnostics_write(void *batch)
{
	unrecorded_store_write(batch);
	counters_each(diagnostic_write, batch);
	gpu_lock_each_taken(diagnostic_write, batch);
	stalls_each_failure(diagnostic_write, batch);
	profiler_each_excluded(diagnostic_write, batch);
	launch_metrics_each_failure(diagnostic_write, batch);
	instruction_metrics_each_failure(diagnostic_write, batch);
	gpu_metrics_each_failure(diagnostic_write, batch);
}
