/* SPDX-License-Identifier: MIT */
/*
 * warpwise upload: sends reports, and traces, to the team's dashboard. How is in analyzer/upload/.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cmd.h"
#include "cli/jobs.h"
#include "cli/report_input.h"
#include "compare/report_file.h"
#include "upload/upload.h"

enum { STATUS_KEPT = 4 }; /* could not be sent now; the spool has it */

static bool is_from_spool, has_trace, is_redacted, may_be_plain, is_quiet;
static int64_t retries = UPLOAD_RETRIES, wait_ms = UPLOAD_WAIT_MS, timeout_s = UPLOAD_TIMEOUT_S;
static const char *url, *project, *token_file, *ca_file, *commit, *branch, *host, *range;
static struct cmd_list tags;

static struct upload_options upload_options(void)
{
	return (struct upload_options){
		.url = url,
		.project = project,
		.token_file = token_file,
		.ca_file = ca_file,
		.commit = commit,
		.branch = branch,
		.host = host,
		.tags = tags.items,
		.tags_count = tags.count,
		.is_redacted = is_redacted,
		.has_trace = has_trace,
		.may_be_plain = may_be_plain,
		.is_quiet = is_quiet,
		.retries = retries,
		.wait_ms = wait_ms,
		.timeout_s = timeout_s,
		.say = cmd_error,
		.output = stdout,
	};
}

static int status_of(enum upload_result result)
{
	static const int statuses[] = {
		[UPLOAD_SENT] = STATUS_OK,
		[UPLOAD_KEPT] = STATUS_KEPT,
		[UPLOAD_FAILED] = STATUS_FAILED,
	};

	return statuses[result];
}

static int unusable(const char *path, const char *reason)
{
	cmd_error("cannot use report: path=\"%s\": %s", path, reason);
	return STATUS_UNUSABLE;
}

/* The bytes of the report PATH, which is looked at first: a server's no would come late. */
static int read_report(const char *path, char **json, size_t *size)
{
	char error[REPORT_FILE_ERROR_MAX];
	json_t *report = report_file_open(path, error);
	FILE *stream = report ? fopen(path, "re") : NULL;
	struct stat st;

	json_decref(report);
	if (!report)
		return unusable(path, error);
	if (!stream || fstat(fileno(stream), &st) || !S_ISREG(st.st_mode) ||
	    !(*json = malloc((size_t)st.st_size + 1))) {
		int status = unusable(path, strerror(errno ? errno : EINVAL));

		if (stream)
			fclose(stream);
		return status;
	}
	*size = fread(*json, 1, (size_t)st.st_size, stream);
	fclose(stream);
	return STATUS_OK;
}

/* A report, or the COUNT traces of one job. */
static int send_one(struct upload *upload, const char *const *paths, size_t count)
{
	const bool is_report = report_file_is_json(paths[0]);
	enum upload_result result;
	char *json = NULL;
	size_t size;
	int status = is_report ? read_report(paths[0], &json, &size)
	                       : report_input_analyse(paths, count, range, false, &json, &size);

	if (status)
		return status;
	if (count > 1 && !is_quiet)
		fprintf(stderr, "%zu ranks of one job are one report: '%s' and %zu more\n", count,
		        paths[0], count - 1);
	result = upload_send(upload, paths[0], json, size, paths, is_report ? 0 : count);
	free(json);
	return status_of(result);
}

static int check_usage(int count, char **paths)
{
	if (is_from_spool && count)
		return cmd_usage_error("--spool sends what is kept, and takes no file: '%s'",
		                       paths[0]);
	if (!is_from_spool && !count)
		return cmd_usage_error("REPORT-OR-TRACE is missing");
	if (has_trace && is_redacted)
		return cmd_usage_error("--with-trace sends the trace as it is, which --redact "
		                       "cannot change");
	for (int i = 0; i < count && has_trace; i++)
		if (report_file_is_json(paths[i]))
			return cmd_usage_error("--with-trace needs the trace itself, and this is a "
			                       "report: '%s'",
			                       paths[i]);
	for (size_t i = 0; i < tags.count; i++) {
		const char *wrong = upload_check_tag(tags.items[i]);

		if (wrong)
			return cmd_usage_error("--tag %s: '%s'", wrong, tags.items[i]);
	}
	return STATUS_OK;
}

/* What went wrong is the status, the gravest of all files: what was not sent before what was
 * kept. */
static int worse(int left, int right)
{
	static const int order[] = { STATUS_OK, STATUS_KEPT, STATUS_UNUSABLE, STATUS_FAILED };

	for (size_t i = sizeof order / sizeof *order; i-- > 0;)
		if (left == order[i] || right == order[i])
			return order[i];
	return STATUS_FAILED;
}

static int send_jobs(struct upload *upload, char **paths, size_t count)
{
	size_t *jobs = calloc(count, sizeof *jobs);
	const char **job = calloc(count, sizeof *job);
	int status = STATUS_OK;

	if (!jobs || !job || jobs_find(paths, count, jobs)) {
		cmd_error("%s", strerror(ENOMEM));
		status = STATUS_FAILED;
		count = 0;
	}
	for (size_t first = 0; first < count; first++) {
		size_t members = 0;

		for (size_t i = first; i < count; i++)
			if (jobs[i] == first)
				job[members++] = paths[i];
		if (members)
			status = worse(status, send_one(upload, job, members));
	}
	free(job);
	free(jobs);
	return status;
}

static int run(int argc, char **argv)
{
	const struct upload_options options = upload_options();
	int status = check_usage(argc, argv);
	struct upload *upload;
	bool is_usage;

	if (status)
		return status;
	signal(SIGPIPE, SIG_IGN); /* a server that goes away is an answer */
	if (is_from_spool)
		return status_of(upload_send_spool(&options));
	upload = upload_open(&options, &is_usage);
	if (!upload)
		return is_usage ? STATUS_USAGE : STATUS_FAILED;
	status = send_jobs(upload, argv, (size_t)argc);
	upload_close(upload);
	return status;
}

static const struct cmd_option options_table[] = {
	{ .name = "to",
	  .argument = "URL",
	  .variable = "WARPWISE_URL",
	  .help = "The dashboard's address: https://, or http:// on this machine",
	  .text = &url },
	{ .name = "project",
	  .letter = 'p',
	  .argument = "P",
	  .variable = "WARPWISE_PROJECT",
	  .help = "The project that the reports belong to; needless when the token is for one",
	  .text = &project },
	{ .name = "tag",
	  .letter = 't',
	  .argument = "KEY=VALUE",
	  .help = "A label to find the reports by; several: given again. repository=URL makes the "
	          "dashboard's commits links; unless it is given, or --redact, it is that of the "
	          "CI "
	          "system or of git's remote 'origin'",
	  .list = &tags },
	{ .name = "commit",
	  .argument = "ID",
	  .help = "The commit that was recorded; empty: none is sent. Else that of the CI system, "
	          "or of git in the current folder, unless it is younger than the recording",
	  .text = &commit },
	{ .name = "branch",
	  .argument = "NAME",
	  .help = "The same for the branch",
	  .text = &branch },
	{ .name = "host",
	  .argument = "NAME",
	  .help = "The same for the machine; else its name",
	  .text = &host },
	{ .name = "with_trace",
	  .flag = &has_trace,
	  .help = "Send the traces, too, for the timeline; one that broke off goes on where it "
	          "was" },
	{ .name = "redact",
	  .flag = &is_redacted,
	  .help = "Leave out command line, environment, paths and host" },
	{ .name = "range",
	  .argument = "NAME",
	  .help = "Of traces: report on the part between the NVTX ranges of this name alone",
	  .text = &range },
	{ .name = "spool",
	  .flag = &is_from_spool,
	  .help = "Send what could not be sent before; with --to, what is for that server" },
	{ .name = "token_file",
	  .argument = "FILE",
	  .kind = KIND_FILE,
	  .help = "The file that holds the token; else WARPWISE_TOKEN does",
	  .text = &token_file },
	{ .name = "ca_file",
	  .argument = "FILE",
	  .kind = KIND_FILE,
	  .help = "Certificates to trust (PEM), instead of the system's",
	  .text = &ca_file },
	{ .name = "allow_plain_http",
	  .flag = &may_be_plain,
	  .help = "Send report and token unencrypted to another machine" },
	{ .name = "retries",
	  .argument = "N",
	  .initial = "5",
	  .help = "How often to try again when the server cannot be reached or is busy",
	  .number = &retries,
	  .minimum = 0,
	  .maximum = 100 },
	{ .name = "retry_wait",
	  .argument = "MS",
	  .initial = "500",
	  .help = "The wait before the first of these; it doubles",
	  .number = &wait_ms,
	  .minimum = 1,
	  .maximum = 60000 },
	{ .name = "timeout",
	  .argument = "SECONDS",
	  .initial = "30",
	  .help = "Give a try up after so long without a byte",
	  .number = &timeout_s,
	  .minimum = 1,
	  .maximum = 3600 },
	{ .name = "quiet",
	  .letter = 'q',
	  .flag = &is_quiet,
	  .help = "Print only where reports are to be seen, and what went wrong" },
	{ .name = NULL },
};

static const struct cmd_use uses[] = {
	{ .option = "host", .beside = "redact", .is_without = true },
	{ .option = "project", .beside = "spool", .is_without = true },
	{ .option = "tag", .beside = "spool", .is_without = true },
	{ .option = "commit", .beside = "spool", .is_without = true },
	{ .option = "branch", .beside = "spool", .is_without = true },
	{ .option = "host", .beside = "spool", .is_without = true },
	{ .option = "with_trace", .beside = "spool", .is_without = true },
	{ .option = "redact", .beside = "spool", .is_without = true },
	{ .option = "range", .beside = "spool", .is_without = true },
	{ .option = NULL },
};

const struct cmd cmd_upload = {
	.name = "upload",
	.summary = "send reports to the team's dashboard",
	.arguments = "REPORT-OR-TRACE...",
	.description =
	        "Sends reports (of 'warpwise analyze --format json') to a warpwise-dashboard; "
	        "traces are analysed first. Traces of ranks that ran together are one report; all "
	        "others are one each. Prints where each is to be seen. Sending one again "
	        "changes nothing, its labels neither: a report's content is its identity.\n"
	        "\n"
	        "What can pass is tried again, after waits that grow; a server that says when to "
	        "come back is obeyed. When it cannot be reached, the report is kept in the spool, "
	        "a folder of your own (WARPWISE_SPOOL, else ~/.local/state/warpwise/spool), and "
	        "the exit status is 4: 'warpwise upload --spool' sends it later. What the server "
	        "refuses is said with its reason; the file stays where it is.\n"
	        "\n"
	        "The token comes from WARPWISE_TOKEN or a file, never from the command line, "
	        "which others can see. It is not sent over plain HTTP to another machine, and "
	        "redirects are not followed.\n"
	        "\n"
	        "~/.config/warpwise/config can hold what need not be typed each time:\n"
	        "\n"
	        " url = https://dashboard.example.com\n"
	        " project = simulation\n"
	        " token-file = token\n"
	        " ca-file = company.pem\n"
	        " spool = /var/spool/warpwise",
	.examples =
	        "warpwise upload --to https://dashboard.example.com --project simulation run.db\n"
	        "warpwise upload --with-trace --tag gpu-count=2 run.db\n"
	        "warpwise upload rank-*.db\n"
	        "warpwise upload --spool",
	.exit_status =
	        "0: all is on the server. 1: the server refused, or it could neither be sent "
	        "nor kept; the file stays where it is. 2: wrong usage. 3: an input cannot be "
	        "used; the others are sent. 4: it could not be sent now, and is kept.",
	.options = options_table,
	.uses = uses,
	.min_arguments = 0,
	.max_arguments = -1,
	.argument_kind = KIND_TRACE,
	.run = run,
};
