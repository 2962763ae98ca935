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

static void write_unwanted(struct batch *batch, const char *what)
{
	diagnostic_write(batch, "kind-not-recorded", what, SEVERITY_NOTE, 1,
	                 "turned off by a setting");
}

void diagnostics_write_absences(struct batch *batch)
{
	for (int i = 0; kinds[i]; i++)
		if (!kinds[i]->may_lack && !kinds[i]->is_extra && !enabled.is_wanted[i])
			write_unwanted(batch, kinds[i]->name);
	if (!enabled.are_waits_wanted)
		write_unwanted(batch, "synchronization");
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

/* WHAT could not be turned on, or after a pause not again. */
static void write_failure(struct batch *batch, const char *what, CUptiResult result,
                          bool has_been_on)
{
	char message[256];

	if (result == CUPTI_SUCCESS)
		return;
	snprintf(message, sizeof message,
	         has_been_on ? "CUPTI did not record this any more after a pause: %s"
	                     : "CUPTI cannot record this here: %s",
	         cupti_error(result));
	diagnostic_write(batch, "kind-not-recorded", what, SEVERITY_WARNING, 1, message);
}

/* Again and again: kinds are turned on later, too. */
static void write_failures(struct batch *batch)
{
	for (int i = 0; kinds[i]; i++)
		if (!kinds[i]->may_lack && enabled.is_wanted[i])
			write_failure(batch, kinds[i]->name, enabled.kinds[i],
			              enabled.has_been_on[i]);
	if (enabled.are_waits_wanted)
		write_failure(batch, "synchronization", enabled.waits, enabled.have_waits_been_on);
}

void diagnostics_write(void *batch)
{
	unrecorded_store_write(batch);
	write_failures(batch);
	counters_each(diagnostic_write, batch);
	gpu_lock_each_taken(diagnostic_write, batch);
	stalls_each_failure(diagnostic_write, batch);
	profiler_each_excluded(diagnostic_write, batch);
	launch_metrics_each_failure(diagnostic_write, batch);
	instruction_metrics_each_failure(diagnostic_write, batch);
	gpu_metrics_each_failure(diagnostic_write, batch);
}
