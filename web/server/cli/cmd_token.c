/* SPDX-License-Identifier: MIT */
/* warpwise-dashboard token: makes, lists and revokes tokens, beside a running server or without
 * one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cmd.h"
#include "server/base/clock.h"
#include "server/cli/place.h"
#include "server/http/grant.h"
#include "server/http/writer.h"

enum { CREATE, LIST, REVOKE };
static const char *const actions[] = {
	[CREATE] = "create",
	[LIST] = "list",
	[REVOKE] = "revoke",
	NULL,
};
static const char *project, *description = "";
static int role = -1;
static int64_t expires_days;

static const struct cmd_option options[] = {
	PLACE_OPTIONS,
	{ .name = "role",
	  .argument = "ROLE",
	  .choices = role_names,
	  .choice = &role,
	  .help = "What a new token may: upload sends reports and traces, read reads them, admin "
	          "does both, deletes, and makes tokens" },
	{ .name = "project",
	  .argument = "P",
	  .text = &project,
	  .initial = "all projects",
	  .help = "For this project alone" },
	{ .name = "description",
	  .argument = "TEXT",
	  .text = &description,
	  .help = "What the token is for" },
	{ .name = "expires",
	  .argument = "DAYS",
	  .number = &expires_days,
	  .minimum = 1,
	  .maximum = 36500,
	  .initial = "never",
	  .help = "When it ends" },
	{ 0 },
};

static int create(struct store_connection *db, const char *unused)
{
	const struct token_wish wish = {
		.role = (enum role)role,
		.project = project,
		.description = description,
		.created_by = "console",
		.expires_ns = expires_days ? clock_unix_ns() + expires_days * 86400 * NS_PER_S : 0,
	};
	char text[SECRET_MAX], subject[TOKEN_SUBJECT_MAX];
	int64_t id;
	int err;

	(void)unused;
	if (role < 0)
		return cmd_usage_error("--role is missing");
	if (project && !grant_is_project(project))
		return cmd_usage_error(GRANT_PROJECT_NAME ": '%.64s' (%zu long)", project,
		                       strlen(project));
	err = grant_token(db, &wish, text, &id);
	if (!err)
		grant_token_subject(id, description, subject);
	if (!err)
		err = audit_write(db, "console", "", "token.create", project ? project : "",
		                  subject);
	if (!err)
		puts(text);
	return err;
}

/* The day of NS, in local time. */
static const char *day(int64_t ns, char text[32])
{
	const time_t seconds = (time_t)(ns / NS_PER_S);
	struct tm tm;

	localtime_r(&seconds, &tm);
	strftime(text, 32, "%Y-%m-%d", &tm);
	return text;
}

/* id, role, project, description, created_ns, created_by, expires_ns */
static int print_token(const struct store_value *row, void *data)
{
	const int64_t expires_ns = row[6].type == STORE_INTEGER ? row[6].integer : 0;
	char made[32], ends[32] = "never";

	(void)data;
	if (expires_ns)
		day(expires_ns, ends);
	printf("%lld  %-6s  %-20s  made %s  %s %-10s  %s\n", (long long)row[0].integer,
	       row[1].bytes, row[2].type == STORE_TEXT ? row[2].bytes : "(all projects)",
	       day(row[4].integer, made),
	       expires_ns && expires_ns < clock_unix_ns() ? "ended" : "ends", ends, row[3].bytes);
	return 0;
}

static int list(struct store_connection *db, const char *unused)
{
	(void)unused;
	return STORE_RUN(db, STATEMENT_TOKEN_LIST, print_token, NULL, store_integer(0));
}

static int revoke(struct store_connection *db, const char *id)
{
	struct token_gone gone;
	int err = grant_revoke_token(db, strtoll(id, NULL, 10), &gone);

	if (!err && !gone.id) {
		cmd_error("there is no such token: %s", id);
		return -ENOENT;
	}
	return err ? err : audit_write(db, "console", "", "token.revoke", "", gone.subject);
}

static int run(int argc, char **argv)
{
	static const struct place_action run_action[] = {
		[CREATE] = { create, false },
		[LIST] = { list, false },
		[REVOKE] = { revoke, true },
	};

	return place_act(actions, run_action, "ID", argc, argv);
}

const struct cmd cmd_token = {
	.name = "token",
	.summary = "make, list and revoke tokens",
	.arguments = "ACTION [ID]",
	.description =
	        "create prints a new token, once: only its hash is kept. list prints all of them, "
	        "revoke ends one; a running server knows within some seconds.",
	.examples =
	        "warpwise-dashboard token create --data /srv/warpwise --role upload --project app\n"
	        "warpwise-dashboard token list --data /srv/warpwise\n"
	        "warpwise-dashboard token revoke 7301234567890 --data /srv/warpwise",
	.exit_status =
	        "0: done. 1: the database failed, or there is no such token. 2: wrong usage. "
	        "3: the data cannot be used.",
	.options = options,
	.min_arguments = 1,
	.max_arguments = 2,
	.argument_choices = actions,
	.run = run,
};
