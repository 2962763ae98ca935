/* SPDX-License-Identifier: MIT */
/* Makes tokens and accounts: for the API and for the console, within the caller's transaction. */
#ifndef WARPWISE_SERVER_GRANT_H
#define WARPWISE_SERVER_GRANT_H

#include "server/http/access.h"

struct token_wish {
	enum role role;
	const char *project;     /* NULL: all; made where there is none */
	const char *description; /* "" */
	const char *created_by;
	int64_t expires_ns; /* 0: never */
};

/* The new token into TEXT, its id into *ID. 0 or an error of store_run(). */
int grant_token(struct store_connection *db, const struct token_wish *wish, char text[SECRET_MAX],
                int64_t *id);

/* What the audit log says of a token, also when it is gone: "token 17: nightly", as much of it as
 * there is room for. */
enum { TOKEN_SUBJECT_MAX = 128 };
void grant_token_subject(int64_t id, const char *description, char subject[TOKEN_SUBJECT_MAX]);

/* What became of a token that is taken away. */
struct token_gone {
	int64_t id; /* 0: there was none */
	char subject[TOKEN_SUBJECT_MAX];
};

/* 0 or an error of store_run(). */
int grant_revoke_token(struct store_connection *db, int64_t id, struct token_gone *gone);

/* *ID of the project, made where there is none. */
int grant_project(struct store_connection *db, const char *name, int64_t *id);

enum { DROPPED_NAME_MAX = 24 };

/* The name of a deleted project, which no other can have: grant_is_project(). */
void grant_dropped_name(int64_t id, char name[DROPPED_NAME_MAX]);

/* A new project that counts as deleted: what is moved there is removed in the background. */
int grant_dropped_project(struct store_connection *db, int64_t *id);

/*
 * A new account that may do nothing yet: PASSWORD_HASH is password_hash()'s. *ID is 0 where there
 * is one of this name.
 */
int grant_account(struct store_connection *db, const char *name, const char *password_hash,
                  int64_t *id);

/* The id of an account; 0: there is none. */
int grant_find_account(struct store_connection *db, const char *name, int64_t *id);

/* Ends all sessions, too. */
int grant_password(struct store_connection *db, int64_t account, const char *password_hash);

/* The same where the account's still is the VERIFIED_HASH; *IS_CHANGED: it was. */
int grant_own_password(struct store_connection *db, int64_t account, const char *verified_hash,
                       const char *password_hash, bool *is_changed);

/* PROJECT "": all; ROLE -1 takes the right away. */
int grant_right(struct store_connection *db, int64_t account, const char *project, int role);

int grant_remove_account(struct store_connection *db, int64_t account);

/* What a name must be, for who gave another: a sentence without full stop. */
#define GRANT_PROJECT_NAME                                                                        \
	"a project's name has letters, digits, '.', '_' and '-', begins with a letter or digit, " \
	"and is at most 64 long"
#define GRANT_ACCOUNT_NAME                                                                         \
	"a user's name has small letters, digits, '.', '_', '@' and '-', begins with a letter or " \
	"digit, and is at most 64 long"

bool grant_is_project(const char *name);
bool grant_is_account(const char *name); /* [a-z0-9][a-z0-9._@-]{0,63} */

#endif
