/* SPDX-License-Identifier: MIT */
#include "upload/upload.h"

#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "base/terminal.h"
#include "upload/digest.h"
#include "upload/http.h"
#include "upload/labels.h"
#include "upload/late_curl.h"
#include "upload/query.h"
#include "upload/redact.h"
#include "upload/settings.h"
#include "upload/spool.h"
#include "upload/trace_pieces.h"

enum { ZSTD_LEVEL = 1, PROJECT_MAX = 64, TAG_KEY_MAX = 64, TAG_VALUE_MAX = 255 };

struct upload {
	const struct upload_options *options;
	struct upload_settings settings;
	struct server server;
	const char *project; /* NULL: the token's own */
	struct labels labels;
	bool is_git_said; /* query_say() */
};

/* ---- what may stand in options ---- */

static bool is_name_character(char c)
{
	return isalnum((unsigned char)c) || c == '.' || c == '_' || c == '-';
}

const char *upload_check_project(const char *project)
{
	size_t length = 0;

	while (is_name_character(project[length]))
		length++;
	if (project[length] || length > PROJECT_MAX || !isalnum((unsigned char)*project))
		return "must be letters, digits, '.', '_' and '-', at most 64, the first a letter "
		       "or "
		       "digit";
	return NULL;
}

const char *upload_check_tag(const char *tag)
{
	size_t length = 0;

	while (is_name_character(tag[length]))
		length++;
	if (tag[length] != '=' || length == 0 || length > TAG_KEY_MAX)
		return "must be KEY=VALUE, the key letters, digits, '.', '_' and '-'";
	for (const char *c = tag + length + 1; *c; c++)
		if (iscntrl((unsigned char)*c))
			return "must not have control characters";
	return strlen(tag + length + 1) > TAG_VALUE_MAX ? "has a value of more than 255 bytes"
	                                                : NULL;
}

/* ---- preparing ---- */

/* The first that is set of an option, a variable and a setting. */
static const char *choose(const char *option, const char *variable, const char *setting)
{
	const char *value = variable ? getenv(variable) : NULL;

	if (option)
		return option;
	return value && *value ? value : setting;
}

static int open_server(struct server *server, const struct upload_options *o,
                       const struct upload_settings *settings, const char *url)
{
	char error[SERVER_ERROR_MAX];

	*server = (struct server){
		.ca_file = choose(o->ca_file, NULL, settings->ca_file),
		.may_be_plain = o->may_be_plain,
		.is_quiet = o->is_quiet,
		.retries = o->retries,
		.wait_ms = o->wait_ms,
		.timeout_s = o->timeout_s,
		.say = o->say,
		.is_cancelled = o->is_cancelled,
	};
	/* A token in the environment is meant for now, one in the settings for always. */
	if (server_init(server, url,
	                getenv("WARPWISE_TOKEN") && !o->token_file
	                        ? NULL
	                        : choose(o->token_file, NULL, settings->token_file),
	                error)) {
		o->say("server: %s", error);
		return -EINVAL;
	}
	return 0;
}

static int prepare(struct upload *upload)
{
	const struct upload_options *o = upload->options;
	char error[UPLOAD_SETTINGS_ERROR_MAX];
	const char *url, *wrong = NULL;

	if (upload_settings_read(&upload->settings, error)) {
		o->say("%s", error);
		return -EINVAL;
	}
	url = choose(o->url, "WARPWISE_URL", upload->settings.url);
	upload->project = choose(o->project, "WARPWISE_PROJECT", upload->settings.project);
	if (upload->project && !*upload->project)
		upload->project = NULL;
	if (upload->project)
		wrong = upload_check_project(upload->project);
	if (!url)
		o->say("no server: say --to URL, WARPWISE_URL, or url = URL in "
		       "~/.config/warpwise/config");
	else if (wrong)
		o->say("the project %s: '%s'", wrong, upload->project);
	if (!url || wrong || open_server(&upload->server, o, &upload->settings, url))
		return -EINVAL;
	labels_find(&upload->labels);
	return 0;
}

struct upload *upload_open(const struct upload_options *options, bool *is_usage)
{
	struct upload *upload;
	int err;

	*is_usage = false;
	if (!late_curl_load(options->say))
		return NULL;
	upload = calloc(1, sizeof *upload);
	if (!upload) {
		options->say("out of memory");
		return NULL;
	}
	upload->options = options;
	err = prepare(upload);
	if (!err)
		return upload;
	*is_usage = err == -EINVAL;
	if (!*is_usage)
		options->say("%s", strerror(-err));
	upload_close(upload);
	return NULL;
}

void upload_close(struct upload *upload)
{
	server_release(&upload->server);
	upload_settings_release(&upload->settings);
	free(upload);
}

/* ---- sending one ---- */

/* Where the report NAME is to be seen, by the server's answer ROOT, and that it was there already
 * with other labels. */
static void tell_answer(const struct server *server, const char *name, const json_t *root,
                        FILE *output)
{
	const char *url = json_string_value(json_object_get(root, "url"));
	const json_t *kept = json_object_get(root, "kept_labels");
	const char *commit = json_string_value(json_object_get(kept, "commit"));
	const char *branch = json_string_value(json_object_get(kept, "branch"));
	char *clean = url ? text_clean(url, 0) : NULL, text[LABELS_TEXT_MAX], *labels;

	fprintf(output, "%s%s\n", server->url, clean ? clean : "");
	fflush(output);
	free(clean);
	if (!json_is_object(kept))
		return;
	labels_print(commit ? commit : "", branch ? branch : "", text);
	labels = text_clean(text, 0);
	server->say("'%s' is there already, %s%s: its labels were not changed", name,
	            *text ? "as " : "without commit and branch", labels ? labels : "");
	free(labels);
}

/* A report on its way, from a file or from the spool. */
static enum http_outcome send_report(const struct server *server, const struct spooled *report,
                                     char id[DIGEST_MAX], FILE *output,
                                     char error[SERVER_ERROR_MAX])
{
	char path[4096];
	struct http_request request = {
		.method = "POST",
		.path = path,
		.body = report->body,
		.body_size = report->body_size,
		.content_type = "application/json",
		.content_encoding = "zstd",
		.label = report->name,
	};
	struct http_reply reply;
	enum http_outcome outcome;
	json_t *root;

	if (snprintf(path, sizeof path, "/api/v1/reports%s", report->query) >= (int)sizeof path) {
		snprintf(error, SERVER_ERROR_MAX, "its labels are too long");
		return HTTP_REFUSED;
	}
	outcome = http_send(server, &request, &reply);
	root = json_loadb(reply.body ? reply.body : "", reply.body_size, 0, NULL);
	snprintf(id, DIGEST_MAX, "%s",
	         json_string_value(json_object_get(root, "id"))
	                 ? json_string_value(json_object_get(root, "id"))
	                 : "");
	if (outcome == HTTP_DONE && strlen(id) != DIGEST_MAX - 1) {
		/* A proxy's own page, or another program: nobody has acknowledged anything. */
		outcome = HTTP_DENIED;
		snprintf(reply.error, sizeof reply.error,
		         "%s answered %ld, but not as a "
		         "warpwise-dashboard does",
		         server->url, reply.status);
	}
	snprintf(error, SERVER_ERROR_MAX, "%s", reply.error);
	if (outcome == HTTP_DONE)
		tell_answer(server, report->name, root, output);
	json_decref(root);
	http_reply_release(&reply);
	return outcome;
}

/* The value of "project" in QUERY, which we made ourselves; new memory, NULL: there is none. */
static char *project_of(const char *query)
{
	const char *found = strstr(query, "project=");

	return found == query + 1 ? strndup(found + 8, strcspn(found + 8, "&")) : NULL;
}

/* Sends REPORT and its traces. *IS_REPORT_SENT: the report itself was. */
static enum http_outcome send_all(const struct server *server, const struct spooled *report,
                                  bool *is_report_sent, FILE *output, char error[SERVER_ERROR_MAX])
{
	char id[DIGEST_MAX], *project;
	enum http_outcome outcome = send_report(server, report, id, output, error);

	*is_report_sent = outcome == HTTP_DONE;
	if (!*is_report_sent || !report->traces_count)
		return outcome;
	project = project_of(report->query);
	for (size_t i = 0; i < report->traces_count && outcome == HTTP_DONE; i++)
		outcome = trace_pieces_send(server, report->traces[i], id, project, error);
	free(project);
	return outcome;
}

/* ---- keeping one ---- */

/* Of a report to a server with labels: the hash of all three. */
static void identity(const struct spooled *report, const char *digest, char id[DIGEST_MAX])
{
	char *text;
	int length = asprintf(&text, "%s %s %s", digest, report->url, report->query);

	if (length < 0) {
		snprintf(id, DIGEST_MAX, "%s", digest);
		return;
	}
	digest_of_memory(id, text, (size_t)length);
	free(text);
}

static enum upload_result keep(const struct upload *upload, const struct spooled *report,
                               const char *digest, const char *reason)
{
	const struct upload_options *o = upload->options;
	char folder[PATH_MAX], error[SPOOL_ERROR_MAX], id[DIGEST_MAX];

	identity(report, digest, id);
	if (spool_folder(upload->settings.spool, folder, error) ||
	    spool_keep(folder, id, report, error)) {
		o->say("not sent: '%s': %s", report->name, reason);
		o->say("nor could it be kept for later: %s", error);
		return UPLOAD_FAILED;
	}
	o->say("not sent, but kept: '%s': %s; 'warpwise upload --spool' sends it", report->name,
	       reason);
	return UPLOAD_KEPT;
}

/* One that does not come back after all tries gets one try for each of the others. */
static enum upload_result conclude(struct upload *upload, const struct spooled *report,
                                   const char *digest, enum http_outcome outcome,
                                   bool is_report_sent, const char *error)
{
	const char *what = is_report_sent ? "the report was sent, its trace was not" : "not sent";
	char *clean = text_clean(error, 0);
	enum upload_result result = UPLOAD_SENT;

	if (outcome == HTTP_UNREACHABLE) {
		upload->server.retries = 0;
		result = keep(upload, report, digest, clean ? clean : "");
	} else if (outcome != HTTP_DONE) {
		upload->options->say("%s: '%s': %s", what, report->name, clean ? clean : "");
		result = UPLOAD_FAILED;
	}
	free(clean);
	return result;
}

/* ---- all of it ---- */

/* What is sent of SIZE bytes at JSON, compressed, into REPORT and its hash into DIGEST. */
static int pack(const struct upload *upload, const char *json, size_t size, struct spooled *report,
                char digest[DIGEST_MAX])
{
	char error[REDACT_ERROR_MAX] = "", *redacted = NULL;
	int err = 0;

	if (upload->options->is_redacted) {
		err = redact_report(json, size, &redacted, &size, error);
		json = redacted;
	}
	if (!err) {
		digest_of_memory(digest, json, size);
		report->size = size;
		report->body_size = ZSTD_compressBound(size);
		report->body = malloc(report->body_size);
		err = report->body ? 0 : -ENOMEM;
	}
	if (!err)
		report->body_size =
		        ZSTD_compress(report->body, report->body_size, json, size, ZSTD_LEVEL);
	if (!err && ZSTD_isError(report->body_size))
		err = -ENOMEM;
	if (err)
		upload->options->say("cannot send: '%s': %s", report->name,
		                     *error ? error : strerror(-err));
	free(redacted);
	return err;
}

/* The spool outlives the current folder. */
static int add_traces(const struct upload *upload, struct spooled *report,
                      const char *const *traces, size_t count)
{
	report->traces = calloc(count + 1, sizeof *report->traces);
	for (size_t i = 0; report->traces && i < count; i++) {
		report->traces[i] = realpath(traces[i], NULL);
		if (!report->traces[i]) {
			const int err = -errno; /* say() may change it */

			upload->options->say("cannot send: '%s': %s", traces[i], strerror(-err));
			return err;
		}
		report->traces_count++;
	}
	return report->traces ? 0 : -ENOMEM;
}

enum upload_result upload_send(struct upload *upload, const char *name, const char *json,
                               size_t size, const char *const *traces, size_t count)
{
	char error[SERVER_ERROR_MAX] = "", digest[DIGEST_MAX], *valid = text_valid(name);
	const int64_t recorded_unix_s = query_recorded_unix_s(json, size);
	struct spooled report = {
		.url = upload->server.url,
		.query = query_make(upload->options, &upload->labels, upload->project,
		                    recorded_unix_s),
		.name = valid,
	};
	enum upload_result result = UPLOAD_FAILED;
	enum http_outcome outcome;
	bool is_report_sent;

	if (!valid || !report.query) {
		upload->options->say("cannot send: '%s': %s", name, strerror(ENOMEM));
		goto out;
	}
	query_say(upload->options, &upload->labels, valid, recorded_unix_s, &upload->is_git_said);
	if (upload->options->has_trace && add_traces(upload, &report, traces, count))
		goto out;
	if (pack(upload, json, size, &report, digest))
		goto out;
	outcome =
	        send_all(&upload->server, &report, &is_report_sent, upload->options->output, error);
	result = conclude(upload, &report, digest, outcome, is_report_sent, error);
out:
	report.url = NULL; /* not its own */
	spooled_release(&report);
	return result;
}

/* ---- the spool ---- */

struct spool_run {
	const struct upload_options *options;
	const struct upload_settings *settings;
	const char *folder;
	int64_t retries; /* none any more once a server did not come back after all of them */
};

/* What is to become of a spooled report that was tried. */
static enum upload_result settle(const struct spool_run *run, const char *name,
                                 const struct spooled *report, enum http_outcome outcome,
                                 const char *reason)
{
	const struct upload_options *o = run->options;
	int err;

	if (outcome == HTTP_DONE) {
		err = spool_remove(run->folder, name);
		if (err)
			o->say("sent, but it stays in the spool: path=\"%s/%s\": %s", run->folder,
			       name, strerror(-err));
		return UPLOAD_SENT;
	}
	if (outcome == HTTP_REFUSED) {
		err = spool_refuse(run->folder, name);
		if (err)
			o->say("not sent, and it cannot be put aside: %s: '%s': %s", strerror(-err),
			       report->name, reason);
		else
			o->say("not sent, and put aside as %s/%.*s.refused: '%s': %s", run->folder,
			       (int)strcspn(name, "."), name, report->name, reason);
		return UPLOAD_FAILED;
	}
	o->say("not sent, it stays in the spool: '%s': %s", report->name, reason);
	return outcome == HTTP_UNREACHABLE ? UPLOAD_KEPT : UPLOAD_FAILED;
}

/* Sends one that is open. */
static enum upload_result send_opened(struct spool_run *run, const char *name,
                                      const struct spooled *report)
{
	char reason[SERVER_ERROR_MAX] = "", *clean;
	struct server server;
	enum upload_result result = UPLOAD_FAILED;
	enum http_outcome outcome;
	bool is_report_sent;

	if (open_server(&server, run->options, run->settings, report->url))
		goto out;
	server.retries = run->retries;
	outcome = send_all(&server, report, &is_report_sent, run->options->output, reason);
	if (outcome == HTTP_UNREACHABLE)
		run->retries = 0;
	clean = text_clean(reason, 0);
	result = settle(run, name, report, outcome, clean ? clean : "");
	free(clean);
out:
	server_release(&server);
	return result;
}

static enum upload_result send_spooled(struct spool_run *run, const char *name)
{
	const struct upload_options *o = run->options;
	enum upload_result result = UPLOAD_SENT;
	char error[SPOOL_ERROR_MAX];
	struct spooled report;
	int fd = spool_open(run->folder, name, &report, error);

	if (fd == -EBUSY || fd == -ENOENT)
		return UPLOAD_SENT; /* by another upload */
	if (fd < 0) {
		o->say("%s: %s", fd == -EBADMSG ? "put aside" : "cannot read the spool", error);
		if (fd == -EBADMSG)
			(void)spool_refuse(run->folder, name);
		return UPLOAD_FAILED;
	}
	if (!o->url || strcmp(o->url, report.url) == 0) /* else it was not asked for */
		result = send_opened(run, name, &report);
	spooled_release(&report);
	spool_close(fd);
	return result;
}

enum upload_result upload_send_spool(const struct upload_options *o)
{
	char settings_error[UPLOAD_SETTINGS_ERROR_MAX], error[SPOOL_ERROR_MAX], folder[PATH_MAX];
	struct upload_settings settings;
	enum upload_result worst = UPLOAD_FAILED;
	struct spool_run run;
	char **names = NULL;

	if (upload_settings_read(&settings, settings_error)) {
		o->say("%s", settings_error);
		goto out;
	}
	if (!late_curl_load(o->say))
		goto out;
	if (spool_folder(settings.spool, folder, error) || !(names = spool_names(folder, error))) {
		o->say("%s", error);
		goto out;
	}
	worst = UPLOAD_SENT;
	run = (struct spool_run){ o, &settings, folder, o->retries };
	for (size_t i = 0; names[i]; i++) {
		enum upload_result result = send_spooled(&run, names[i]);

		worst = result > worst ? result : worst;
	}
	if (!o->is_quiet && !names[0])
		o->say("the spool is empty");
out:
	spool_names_free(names);
	upload_settings_release(&settings);
	return worst;
}
