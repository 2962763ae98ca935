/* SPDX-License-Identifier: MIT */
/* warpwise-dashboard user: the people who may sign in, and what they may. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "server/cli/place.h"
#include "server/http/grant.h"
#include "server/http/writer.h"

enum { CREATE, PASSWORD, RIGHT, LIST, DELETE };
static const char *const actions[] = {
	[CREATE] = "create", [PASSWORD] = "password", [RIGHT] = "right",
	[LIST] = "list",     [DELETE] = "delete",     NULL,
};
static const char *const right_names[] = { "read", "upload", "admin", "none", NULL };
enum { RIGHT_NONE = ROLES };
static const char *project = "";
static int role = ROLE_READ;

static const struct cmd_option options[] = {
	PLACE_OPTIONS,
	{ .name = "role",
	  .argument = "ROLE",
	  .choices = right_names,
	  .choice = &role,
	  .initial = "read",
	  .help = "What they may" },
	{ .name = "project",
	  .argument = "P",
	  .text = &project,
	  .initial = "all projects",
	  .help = "In this project alone" },
	{ 0 },
};

/* A line of stdin without echo; false: too short, too long, or none. */
static bool read_password(char password[PASSWORD_MAX + 2])
{
	const bool is_terminal = isatty(STDIN_FILENO);
	struct termios before, quiet;
	bool has_line;

	if (is_terminal && tcgetattr(STDIN_FILENO, &before) == 0) {
		quiet = before;
		quiet.c_lflag &= ~(tcflag_t)ECHO;
		fputs("Password: ", stderr);
		tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet);
	}
	has_line = fgets(password, PASSWORD_MAX + 2, stdin) != NULL;
	if (is_terminal) {
		tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
		fputc('\n', stderr);
	}
	if (has_line)
		password[strcspn(password, "\n")] = '\0';
	if (has_line && strlen(password) >= PASSWORD_MIN && strlen(password) <= PASSWORD_MAX)
		return true;
	cmd_error("a password has %d to %d characters", PASSWORD_MIN, PASSWORD_MAX);
	return false;
}

static int read_and_hash(char hash[PASSWORD_HASH_MAX])
{
	char password[PASSWORD_MAX + 2];

	if (!read_password(password))
		return -EINVAL;
	if (password_hash(password, hash) == 0)
		return 0;
	cmd_error("out of memory");
	return -ENOMEM;
}

static int find(struct store_connection *db, const char *name, int64_t *id)
{
	int err = grant_find_account(db, name, id);

	if (!err && !*id) {
		cmd_error("there is no such user: %s", name);
		return -ENOENT;
	}
	return err;
}

static int note(struct store_connection *db, const char *action, const char *name)
{
	return audit_write(db, "console", "", action, project, name);
}

static int set_right(struct store_connection *db, int64_t id)
{
	return grant_right(db, id, project, role == RIGHT_NONE ? -1 : role);
}

static int create(struct store_connection *db, const char *name)
{
	char hash[PASSWORD_HASH_MAX];
	int64_t id = 0;
	int err;

	if (!grant_is_account(name))
		return cmd_usage_error(GRANT_ACCOUNT_NAME ": '%.64s' (%zu long)", name,
		                       strlen(name));
	err = read_and_hash(hash);
	if (err)
		return err;
	err = grant_account(db, name, hash, &id);
	if (!err && !id) {
		cmd_error("there is a user of this name already: %s", name);
		return -EEXIST;
	}
	if (!err)
		err = set_right(db, id);
	return err ? err : note(db, "user.create", name);
}

static int change_password(struct store_connection *db, const char *name)
{
	char hash[PASSWORD_HASH_MAX];
	int64_t id;
	int err = find(db, name, &id);

	if (!err)
		err = read_and_hash(hash);
	if (!err)
		err = grant_password(db, id, hash);
	return err ? err : note(db, "user.password", name);
}

static int change_right(struct store_connection *db, const char *name)
{
	int64_t id;
	int err = find(db, name, &id);

	if (!err)
		err = set_right(db, id);
	return err ? err : note(db, "user.right", name);
}

/* id, name, created_ns, project_name, role: a row for each right, one without for who has none */
static int print_right(const struct store_value *row, void *data)
{
	const char *where = row[3].type == STORE_TEXT ? row[3].bytes : NULL;

	(void)data;
	if (where)
		printf("%-20s  %-6s  %s\n", row[1].bytes, row[4].bytes,
		       *where ? where : "(all projects)");
	else
		printf("%-20s  none\n", row[1].bytes);
	return 0;
}

static int list(struct store_connection *db, const char *unused)
{
	(void)unused;
	return STORE_RUN(db, STATEMENT_ACCOUNT_RIGHTS, print_right, NULL, store_text(""));
}

static int delete (struct store_connection *db, const char *name)
{
	int64_t id;
	int err = find(db, name, &id);

	if (!err)
		err = grant_remove_account(db, id);
	return err ? err : note(db, "user.delete", name);
}

static int run(int argc, char **argv)
{
	static const struct place_action run_action[] = {
		[CREATE] = { create, true },      [PASSWORD] = { change_password, true },
		[RIGHT] = { change_right, true }, [LIST] = { list, false },
		[DELETE] = { delete, true },
	};

	if (*project && !grant_is_project(project))
		return cmd_usage_error(GRANT_PROJECT_NAME ": '%.64s' (%zu long)", project,
		                       strlen(project));
	return place_act(actions, run_action, "NAME", argc, argv);
}

const struct cmd cmd_user = {
	.name = "user",
	.summary = "the people who may sign in",
	.arguments = "ACTION [NAME]",
	.description =
	        "create makes a user with a first right (--role, --project); password changes the "
	        "password and ends all sessions; right adds or changes a right, with --role none "
	        "it takes it away; list prints all with their rights; delete removes one. "
	        "Passwords are read from stdin, on a terminal without showing them, and kept as "
	        "argon2id.",
	.examples =
	        "warpwise-dashboard user create ada --data /srv/warpwise --role admin\n"
	        "warpwise-dashboard user right bob --data /srv/warpwise --role read --project app",
	.exit_status =
	        "0: done. 1: the database failed, or there is (no) such user. 2: wrong usage. "
	        "3: the data cannot be used.",
	.options = options,
	.min_arguments = 1,
	.max_arguments = 2,
	.argument_choices = actions,
	.run = run,
};
