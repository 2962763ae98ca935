/* SPDX-License-Identifier: MIT */
/* warpwise-dashboard demo: a server of the samples' reports and traces, which are built into this
 * program. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "server/base/clock.h"
#include "server/base/log.h"
#include "server/base/secret.h"
#include "server/cli/demo_trace.h"
#include "server/cli/run_server.h"
#include "server/http/grant.h"
#include "server/http/limits.h"
#include "server/report/upload.h"

/* asset_list[] once more, of other files. */
#define asset_list    sample_list
#define assets_bundle samples_bundle
#include "server/api/assets.h"
#include "web/server/samples.h"
#undef asset_list

static const char *listen_at = "127.0.0.1:8080";

static const struct cmd_option options[] = {
	{ .name = "listen",
	  .argument = "ADDRESS:PORT",
	  .text = &listen_at,
	  .initial = "127.0.0.1:8080",
	  .help = "Take connections here; port 0: any free one, which is printed" },
	{ 0 },
};

/*
 * The history that the demonstration tells of each sample, so that curves, trends and comparisons
 * have something to show: found slow, fixed, and slow again. Its runs are the two recordings that
 * there are, each as it was recorded but for the day.
 */
static const struct {
	const char *commit, *variant;
	int days_ago; /* before the recording */
} history[] = {
	{ "1-slow", "bad", 4 },    { "2-fixed", "fixed", 3 }, { "3-fixed", "fixed", 2 },
	{ "4-fixed", "fixed", 1 }, { "5-slow", "bad", 0 },
};

/* NAME is that of a file, "false-dependency-bad.json.gz": its sample and variant. */
static void split_name(const char *name, struct buffer *sample, struct buffer *variant)
{
	const size_t length = strcspn(name, ".");
	size_t dash = length;

	while (dash && name[dash] != '-')
		dash--;
	buffer_add(sample, name, dash);
	buffer_add(variant, name + dash + 1, length - dash - 1);
}

/* Moves all starts in a report, which have 19 digits, so many days back. */
static void move_starts(char *text, int days)
{
	static const char member[] = "\"start_unix_ns\":";
	char digits[24];

	while ((text = strstr(text, member)) != NULL) {
		char *number = text + strlen(member), *end;
		long long ns;

		number += strspn(number, " ");
		ns = strtoll(number, &end, 10) - days * 86400LL * NS_PER_S;
		if (snprintf(digits, sizeof digits, "%lld", ns) == end - number)
			memcpy(number, digits, (size_t)(end - number));
		text = end;
	}
}

struct demo {
	struct store_connection *db;
	struct schema *schema;
	int64_t project;
};

/* What was recorded as "false-dependency-bad" is a run of "false-dependency": one program. */
static int store_run_of(const struct demo *demo, const struct buffer *json, const char *sample,
                        const char *commit, int64_t *id)
{
	struct upload upload = { .branch = "main", .commit = commit, .host = "" };
	const struct report_body body = { CODEC_IDENTITY, json->bytes, json->size,
		                          LIMIT_REPORT_BYTES };
	struct report_error error;
	int err = 0;

	if (report_read(demo->schema, &body, &upload.report, &error)) {
		cmd_error("cannot use the sample: %s: %s", sample, error.text);
		return -EINVAL;
	}
	buffer_print(&upload.tags, "\nsample=%s\n", sample);
	free(upload.report->name);
	upload.report->name = strdup(sample);
	if (!upload.report->name)
		err = -ENOMEM;
	if (!err)
		err = upload_finish(&upload);
	if (!err)
		err = upload_store(demo->db, demo->project, "demo", &upload, id);
	upload_release(&upload);
	return err;
}

/* The report and the trace of one recording, as all runs that it stands for. */
static int store_sample(const struct demo *demo, const struct asset *asset,
                        const struct asset *trace_asset)
{
	struct buffer sample = { 0 }, variant = { 0 }, json = { 0 }, trace = { 0 };
	int64_t id = 0, trace_id = 0;
	int err = codec_decode(CODEC_GZIP, trace_asset->bytes, trace_asset->size, &trace);

	split_name(asset->name, &sample, &variant);
	if (!err && (!buffer_string(&sample) || !buffer_string(&variant)))
		err = -ENOMEM;
	for (size_t i = 0; i < sizeof history / sizeof *history && !err; i++) {
		if (strcmp(history[i].variant, variant.bytes) != 0)
			continue;
		json.size = 0;
		err = codec_decode(CODEC_GZIP, asset->bytes, asset->size, &json);
		if (!err && buffer_string(&json)) {
			move_starts(json.bytes, history[i].days_ago);
			err = store_run_of(demo, &json, sample.bytes, history[i].commit, &id);
		}
		if (!err)
			err = demo_trace_store(demo->db, demo->project, id, &trace, &trace_id);
	}
	buffer_release(&trace);
	buffer_release(&json);
	buffer_release(&sample);
	buffer_release(&variant);
	return err;
}

static int store_samples(struct store *store)
{
	struct demo demo = { 0 };
	struct schema_error schema_error;
	char error[STORE_ERROR_MAX];
	int err = report_schema(&demo.schema, &schema_error);

	if (!err)
		err = store_connect(store, &demo.db, error);
	if (!err)
		err = store_begin(demo.db);
	if (!err)
		err = grant_project(demo.db, "samples", &demo.project);
	/* By name: "x.db.gz", then "x.json.gz". */
	for (size_t i = 0; i < sizeof sample_list / sizeof *sample_list && !err; i += 2)
		err = store_sample(&demo, &sample_list[i + 1], &sample_list[i]);
	if (!err)
		err = store_commit(demo.db);
	store_disconnect(demo.db);
	schema_free(demo.schema);
	return err;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *place)
{
	(void)st;
	(void)type;
	(void)place;
	remove(path);
	return 0;
}

static void remove_folder(const char *folder)
{
	nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void print_ready(const struct server *server)
{
	printf("The samples' reports are at %s (ends with Ctrl-C)\n", server->address);
	fflush(stdout);
}

static int run(int argc, char **argv)
{
	char folder[] = "/tmp/warpwise-demo-XXXXXX", error[STORE_ERROR_MAX];
	struct server_options server = {
		.listen = listen_at,
		.directory = folder,
		.base_path = "",
		.is_demo = true,
		.report_limit_bytes = LIMIT_REPORT_BYTES,
	};
	struct store *store;
	int status = STATUS_FAILED;

	(void)argc;
	(void)argv;
	log_set_level(LOG_WARNING);
	if (secret_init() || !mkdtemp(folder)) {
		cmd_error("cannot make a folder: path=\"%s\": %s", folder, strerror(errno));
		return STATUS_FAILED;
	}
	if (store_open(&(struct store_place){ .directory = folder }, &store, error)) {
		cmd_error("cannot open the database: %s", error);
	} else {
		if (store_samples(store) == 0)
			status = run_server(&server, store, print_ready);
		else
			cmd_error("cannot store the samples");
		store_close(store);
	}
	remove_folder(folder);
	return status;
}

const struct cmd cmd_demo = {
	.name = "demo",
	.summary = "show the samples' reports in a browser",
	.arguments = "",
	.description =
	        "Serves the reports of the samples that come with warpwise, for everyone on this "
	        "machine to read and nobody to change. Needs nothing and leaves nothing behind. "
	        "Each "
	        "sample has five runs, a day apart: found slow, fixed for three days, slow again. "
	        "They are its two recordings; the days and commits are made up.",
	.examples = "warpwise-dashboard demo",
	.exit_status = "0: stopped by a signal. 1: the server could not start. 2: wrong usage.",
	.options = options,
	.run = run,
};
