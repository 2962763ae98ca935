/* SPDX-License-Identifier: MIT */
/* Makes tokens and accounts. Any thread. */
#include "server/http/grant.h"

#include <stdio.h>

#include "server/base/clock.h"

/* So that scanners for leaked secrets can know one when they see it. */
#define TOKEN_PREFIX "wwt_"

#define LETTERS  "abcdefghijklmnopqrstuvwxyz0123456789"
#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

bool grant_is_project(const char *name)
{
	const size_t length = strlen(name);

	return length && length <= LIMIT_PROJECT_BYTES && strspn(name, LETTERS CAPITALS) &&
	       strspn(name, LETTERS CAPITALS "._-") == length;
}

bool grant_is_account(const char *name)
{
	const size_t length = strlen(name);

	return length && length <= LIMIT_PROJECT_BYTES && strspn(name, LETTERS) &&
	       strspn(name, LETTERS "._@-") == length;
}

void grant_dropped_name(int64_t id, char name[DROPPED_NAME_MAX])
{
	snprintf(name, DROPPED_NAME_MAX, "#%lld", (long long)id);
}

int grant_project(struct store_connection *db, const char *name, int64_t *id)
{
	int err = STORE_RUN(db, STATEMENT_PROJECT_INSERT, NULL, NULL, store_integer(id_new()),
	                    store_text(name), store_integer(clock_unix_ns()));

	return err ? err
	           : STORE_RUN(db, STATEMENT_PROJECT_GET, store_get_integer, id, store_text(name));
}

int grant_dropped_project(struct store_connection *db, int64_t *id)
{
	char name[DROPPED_NAME_MAX];

	*id = id_new();
	grant_dropped_name(*id, name);
	return STORE_RUN(db, STATEMENT_PROJECT_INSERT_DROPPED, NULL, NULL, store_integer(*id),
	                 store_text(name), store_integer(clock_unix_ns()));
}

int grant_token(struct store_connection *db, const struct token_wish *wish, char text[SECRET_MAX],
                int64_t *id)
{
	unsigned char hash[HASH_SIZE];
	int64_t project = 0;
	int err = wish->project ? grant_project(db, wish->project, &project) : 0;

	secret_make(TOKEN_PREFIX, text);
	hash_bytes(text, strlen(text), hash);
	*id = id_new();
	if (!err)
		err = STORE_RUN(db, STATEMENT_TOKEN_INSERT, NULL, NULL, store_integer(*id),
		                store_blob(hash, sizeof hash), store_text(role_names[wish->role]),
		                wish->project ? store_integer(project) : store_null(),
		                store_text(wish->description), store_integer(clock_unix_ns()),
		                store_text(wish->created_by),
		                wish->expires_ns ? store_integer(wish->expires_ns) : store_null());
	return err;
}

/* ---- accounts ---- */

int grant_account(struct store_connection *db, const char *name, const char *password_hash,
                  int64_t *id)
{
	*id = 0;
	return STORE_RUN(db, STATEMENT_ACCOUNT_INSERT, store_get_integer, id,
	                 store_integer(id_new()), store_text(name), store_text(password_hash),
	                 store_integer(clock_unix_ns()));
}

int grant_find_account(struct store_connection *db, const char *name, int64_t *id)
{
	*id = 0;
	return STORE_RUN(db, STATEMENT_ACCOUNT_GET, store_get_integer, id, store_text(name));
}

int grant_password(struct store_connection *db, int64_t account, const char *password_hash)
{
	int err = STORE_RUN(db, STATEMENT_ACCOUNT_SET_PASSWORD, NULL, NULL, store_integer(account),
	                    store_text(password_hash));

	return err ? err
	           : STORE_RUN(db, STATEMENT_SESSION_DELETE_OF_ACCOUNT, NULL, NULL,
	                       store_integer(account));
}

int grant_own_password(struct store_connection *db, int64_t account, const char *verified_hash,
                       const char *password_hash, bool *is_changed)
{
	int64_t id = 0;
	int err = STORE_RUN(db, STATEMENT_ACCOUNT_CHANGE_PASSWORD, store_get_integer, &id,
	                    store_integer(account), store_text(password_hash),
	                    store_text(verified_hash));

	*is_changed = id != 0;
	return err || !id ? err
	                  : STORE_RUN(db, STATEMENT_SESSION_DELETE_OF_ACCOUNT, NULL, NULL,
	                              store_integer(account));
}

int grant_right(struct store_connection *db, int64_t account, const char *project, int role)
{
	if (role < 0)
		return STORE_RUN(db, STATEMENT_RIGHT_DELETE, NULL, NULL, store_integer(account),
		                 store_text(project));
	return STORE_RUN(db, STATEMENT_RIGHT_SET, NULL, NULL, store_integer(account),
	                 store_text(project), store_text(role_names[role]));
}

int grant_remove_account(struct store_connection *db, int64_t account)
{
	static const enum statement statements[] = { STATEMENT_SESSION_DELETE_OF_ACCOUNT,
		                                     STATEMENT_RIGHT_DELETE_ALL,
		                                     STATEMENT_ACCOUNT_DELETE };
	int err = 0;

	for (size_t i = 0; i < sizeof statements / sizeof *statements && !err; i++)
		err = STORE_RUN(db, statements[i], NULL, NULL, store_integer(account));
	return err;
}

void grant_token_subject(int64_t id, const char *description, char subject[TOKEN_SUBJECT_MAX])
{
	const int length = snprintf(subject, TOKEN_SUBJECT_MAX, "token %lld%s%s", (long long)id,
	                            *description ? ": " : "", description);
	size_t end = TOKEN_SUBJECT_MAX - 1;

	if (length < TOKEN_SUBJECT_MAX)
		return;
	/* The last character may have been cut in two. */
	while (((unsigned char)subject[end - 1] & 0xc0) == 0x80)
		end--;
	subject[end - 1] = '\0';
}

/* id, description */
static int take_gone(const struct store_value *row, void *data)
{
	struct token_gone *gone = data;

	gone->id = row[0].integer;
	grant_token_subject(gone->id, row[1].bytes, gone->subject);
	return 0;
}

int grant_revoke_token(struct store_connection *db, int64_t id, struct token_gone *gone)
{
	*gone = (struct token_gone){ .id = 0 };
	return STORE_RUN(db, STATEMENT_TOKEN_DELETE, take_gone, gone, store_integer(id));
}
