/* SPDX-License-Identifier: MIT */
#include "cli/record_upload.h"

#include <stdlib.h>

#include "cli/cmd.h"
#include "cli/report_input.h"
#include "record/recorded.h"
#include "upload/upload.h"

const char *record_upload_url;

static struct upload_options upload_options(bool is_quiet)
{
	return (struct upload_options){
		.url = record_upload_url,
		.is_quiet = is_quiet,
		.retries = UPLOAD_RETRIES,
		.wait_ms = UPLOAD_WAIT_MS,
		.timeout_s = UPLOAD_TIMEOUT_S,
		.say = cmd_error,
		.output = stderr, /* stdout is the program's */
	};
}

int record_upload_check(void)
{
	const struct upload_options options = upload_options(true);
	struct upload *upload;
	bool is_usage;

	if (!record_upload_url)
		return STATUS_OK;
	upload = upload_open(&options, &is_usage);
	if (!upload)
		return STATUS_USAGE;
	upload_close(upload);
	return STATUS_OK;
}

void record_upload(const char *list, off_t from, bool is_quiet, bool (*is_cancelled)(void))
{
	struct upload_options options = upload_options(is_quiet);
	struct trace_list traces = { 0 };
	struct upload *upload = NULL;
	char *json = NULL;
	size_t size;
	bool is_usage;

	if (!record_upload_url)
		return;
	options.is_cancelled = is_cancelled;
	trace_list_read(&traces, list, from);
	if (traces.count)
		upload = upload_open(&options, &is_usage);
	if (upload && report_input_analyse((const char *const *)traces.paths, traces.count, NULL,
	                                   false, &json, &size) == STATUS_OK)
		upload_send(upload, traces.paths[0], json, size, NULL, 0);
	else if (traces.count)
		cmd_error("nothing was sent; 'warpwise upload' can still do it");
	free(json);
	if (upload)
		upload_close(upload);
	trace_list_release(&traces);
}
