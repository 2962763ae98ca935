/* SPDX-License-Identifier: MIT */
/* Says where the trace comes from. Runs on the writer thread, but for origin_init(). */
#include "store/origin.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "config.h"
#include "cupti/api.h"
#include "cupti/hw_trace.h"
#include "host/driver.h"
#include "host/recording.h"
#include "descriptor.h"

/* What changes how CUDA behaves, and the rank that a launcher gave. */
static const char *const variables[] = {
	"CUDA_AUTO_BOOST",
	"CUDA_CACHE_DISABLE",
	"CUDA_CACHE_MAXSIZE",
	"CUDA_CACHE_PATH",
	"CUDA_DEVICE_DEFAULT_PERSISTING_L2_CACHE_PERCENTAGE_LIMIT",
	"CUDA_DEVICE_MAX_CONNECTIONS",
	"CUDA_DEVICE_MAX_COPY_CONNECTIONS",
	"CUDA_DEVICE_ORDER",
	"CUDA_DEVICE_WAITS_ON_EXCEPTION",
	"CUDA_DISABLE_PTX_JIT",
	"CUDA_FORCE_JIT",
	"CUDA_FORCE_PTX_JIT",
	"CUDA_GRAPHS_USE_NODE_PRIORITY",
	"CUDA_LAUNCH_BLOCKING",
	"CUDA_MANAGED_FORCE_DEVICE_ALLOC",
	"CUDA_MODULE_DATA_LOADING",
	"CUDA_MODULE_LOADING",
	"CUDA_MPS_ACTIVE_THREAD_PERCENTAGE",
	"CUDA_MPS_PIPE_DIRECTORY",
	"CUDA_SCALE_LAUNCH_QUEUES",
	"CUDA_VISIBLE_DEVICES",
	"NVIDIA_TF32_OVERRIDE",
	"PYTORCH_CUDA_ALLOC_CONF",
	"PYTORCH_NO_CUDA_MEMORY_CACHING",
	"RANK",
	"LOCAL_RANK",
	"WORLD_SIZE",
	"OMPI_COMM_WORLD_RANK",
	"PMI_RANK",
	"PMIX_RANK",
	"SLURM_PROCID",
};

enum { VARIABLES = sizeof variables / sizeof *variables };

static char *values[VARIABLES]; /* NULL: not set */

void origin_init(void)
{
	for (int i = 0; i < VARIABLES; i++) {
		const char *value = getenv(variables[i]);

		values[i] = value ? strdup(value) : NULL;
	}
}

/* ---- one row each ---- */

static int insert_meta(sqlite3 *db, const char *key, const char *text, int64_t number)
{
	sqlite3_stmt *statement = NULL;
	int err = -EIO;

	if (sqlite3_prepare_v2(db, "INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)", -1,
	                       &statement, NULL) == SQLITE_OK) {
		sqlite3_bind_text(statement, 1, key, -1, SQLITE_TRANSIENT);
		if (text)
			sqlite3_bind_text(statement, 2, text, -1, SQLITE_TRANSIENT);
		else
			sqlite3_bind_int64(statement, 2, number);
		err = sqlite3_step(statement) == SQLITE_DONE ? 0 : -EIO;
	}
	sqlite3_finalize(statement);
	return err;
}

static int insert_variable(sqlite3 *db, const char *name, const char *value)
{
	sqlite3_stmt *statement = NULL;
	int err = -EIO;

	if (sqlite3_prepare_v2(db, "INSERT INTO environment (name, value) VALUES (?1, ?2)", -1,
	                       &statement, NULL) == SQLITE_OK) {
		sqlite3_bind_text(statement, 1, name, -1, SQLITE_TRANSIENT);
		sqlite3_bind_text(statement, 2, value, -1, SQLITE_TRANSIENT);
		err = sqlite3_step(statement) == SQLITE_DONE ? 0 : -EIO;
	}
	sqlite3_finalize(statement);
	return err;
}

/* ---- the process ---- */

/* Arguments as they can be pasted into a shell; quoted only where needed. */
static char *command_line(void)
{
	static const char plain[] =
	        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+@%";
	FILE *in = descriptor_stream("/proc/self/cmdline");
	char *argument = NULL, *text = NULL;
	size_t room = 0, text_bytes;
	FILE *out = open_memstream(&text, &text_bytes);
	bool is_first = true;

	while (in && out && getdelim(&argument, &room, '\0', in) > 0) {
		bool is_plain = *argument && strspn(argument, plain) == strlen(argument);

		fprintf(out, "%s%s", is_first ? "" : " ", is_plain ? "" : "'");
		for (const char *p = argument; *p; p++) {
			if (*p == '\'')
				fputs("'\\'", out);
			fputc(*p, out);
		}
		fputs(is_plain ? "" : "'", out);
		is_first = false;
	}
	free(argument);
	if (in)
		fclose(in);
	if (out)
		fclose(out);
	return text;
}

static int insert_process(sqlite3 *db)
{
	char executable[PATH_MAX], folder[PATH_MAX], host[HOST_NAME_MAX + 1];
	ssize_t length = readlink("/proc/self/exe", executable, sizeof executable - 1);
	char *command = command_line();
	sqlite3_stmt *statement = NULL;
	int err = -EIO;

	executable[length < 0 ? 0 : length] = '\0';
	if (gethostname(host, sizeof host))
		strcpy(host, "localhost");
	host[HOST_NAME_MAX] = '\0';
	if (sqlite3_prepare_v2(
	            db,
	            "INSERT INTO process (id, pid, parent_pid, host, executable, command_line, "
	            "working_directory, started_ns) VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7)",
	            -1, &statement, NULL) == SQLITE_OK) {
		sqlite3_bind_int64(statement, 1, getpid());
		sqlite3_bind_int64(statement, 2, getppid());
		sqlite3_bind_text(statement, 3, host, -1, SQLITE_TRANSIENT);
		sqlite3_bind_text(statement, 4, executable, -1, SQLITE_TRANSIENT);
		sqlite3_bind_text(statement, 5, command, -1, SQLITE_TRANSIENT);
		sqlite3_bind_text(statement, 6, getcwd(folder, sizeof folder), -1,
		                  SQLITE_TRANSIENT);
		sqlite3_bind_int64(statement, 7,
		                   recording.process_start_unix_ns - recording.start_unix_ns);
		err = sqlite3_step(statement) == SQLITE_DONE ? 0 : -EIO;
	}
	sqlite3_finalize(statement);
	free(command);
	return err;
}

int origin_write(sqlite3 *db, int64_t call_cost_ns)
{
	struct utsname host;
	int version, err;

	err = insert_process(db);
	for (int i = 0; !err && i < VARIABLES; i++)
		if (values[i])
			err = insert_variable(db, variables[i], values[i]);
	if (!err)
		err = insert_meta(db, "trace_start_unix_ns", NULL, recording.start_unix_ns);
	if (!err)
		err = insert_meta(db, "state", "recording", 0);
	if (!err)
		err = insert_meta(db, "collector_version", PACKAGE_VERSION, 0);
	if (!err && uname(&host) == 0)
		err = insert_meta(db, "host_machine", host.machine, 0);
	if (!err)
		err = insert_meta(db, "cupti_api_version", NULL, cupti.version);
	if (!err)
		err = insert_meta(db, "cupti_path", cupti.path, 0);
	if (!err)
		err = insert_meta(db, "kernel_times", hw_trace_is_on() ? "hardware" : "software",
		                  0);
	if (!err && driver_version(&version) == 0)
		err = insert_meta(db, "driver_version", NULL, version);
	if (!err && driver_runtime_version(&version) == 0)
		err = insert_meta(db, "runtime_version", NULL, version);
	if (!err && recording.ready_ns > 0)
		err = insert_meta(db, "driver_ready_ns", NULL, recording.ready_ns);
	if (!err && recording.context_ns > 0)
		err = insert_meta(db, "context_ready_ns", NULL, recording.context_ns);
	if (!err && call_cost_ns)
		err = insert_meta(db, "call_cost_ns", NULL, call_cost_ns);
	return err;
}

void origin_write_end(struct batch *batch)
{
	uint64_t now;

	if (cupti.cuptiGetTimestamp(&now) == CUPTI_SUCCESS)
		batch_exec(batch,
		           "INSERT OR REPLACE INTO meta (key, value) VALUES ('trace_end_ns', ?1)",
		           (int64_t)(now - recording.start_ns), NULL);
	if (atomic_load(&recording.end_ns) > 0)
		batch_exec(batch,
		           "INSERT OR REPLACE INTO meta (key, value) VALUES ('program_end_ns', ?1)",
		           atomic_load(&recording.end_ns), NULL);
	if (atomic_load(&recording.end_signal))
		batch_exec(batch,
		           "INSERT OR REPLACE INTO meta (key, value) VALUES ('end_signal', ?1)",
		           atomic_load(&recording.end_signal), NULL);
	batch_exec(batch, "UPDATE meta SET value = 'complete' WHERE key = 'state'", 0, NULL);
}

void origin_write_going_on(struct batch *batch)
{
	batch_exec(batch, "UPDATE meta SET value = 'recording' WHERE key = 'state'", 0, NULL);
	batch_exec(batch, "DELETE FROM meta WHERE key = 'trace_end_ns'", 0, NULL);
}
