/* SPDX-License-Identifier: MIT */
/* Who asks, and what they may do. Any thread. */
#ifndef WARPWISE_SERVER_ACCESS_H
#define WARPWISE_SERVER_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "server/base/secret.h"
#include "server/http/limits.h"
#include "server/store/store.h"

enum role {
	ROLE_READ,
	ROLE_UPLOAD,
	ROLE_ADMIN, /* may all that the others may */
	ROLES
};

extern const char *const role_names[]; /* ends with NULL */
int role_find(const char *name);       /* -1: none */

enum { RIGHTS_MAX = 64, PRINCIPAL_NAME_MAX = 96, PRINCIPAL_TITLE_MAX = LIMIT_FIELD_BYTES + 32 };

struct right {
	char project[LIMIT_PROJECT_BYTES + 1]; /* "": all */
	enum role role;
};

struct principal {
	char name[PRINCIPAL_NAME_MAX];   /* "token 17", "user ada"; "": nobody */
	char title[PRINCIPAL_TITLE_MAX]; /* the same for people: "token \"nightly\"" */
	int64_t account_id;              /* 0: no person */
	char csrf_token[SECRET_MAX];     /* of a session; "" */
	struct right rights[RIGHTS_MAX];
	size_t count;
	int64_t expires_ns; /* 0: never */
};

bool principal_may(const struct principal *principal, const char *project, enum role role);

/* For all projects. */
bool principal_may_all(const struct principal *principal, enum role role);

/* The one project that it is for; NULL: there are several. */
const char *principal_project(const struct principal *principal);

/* A token or session cookie that was seen lately; false: ask the database. Any thread. */
bool access_recall(const unsigned char hash[HASH_SIZE], struct principal *principal);

/* Forgets all, after a token, account or session was changed by this server. */
void access_forget(void);

/*
 * Asks the database who SECRET belongs to. 0; -EACCES: nobody; or an error of store_run().
 */
int access_find_token(struct store_connection *db, const char *secret, struct principal *principal);
int access_find_session(struct store_connection *db, const char *secret,
                        struct principal *principal);

/* The rights of an account, into PRINCIPAL. */
int access_load_rights(struct store_connection *db, struct principal *principal);

/* ---- failures ---- */

/*
 * A machine with an expired token must not lock out the people behind the same address: passwords
 * and tokens are counted apart. Sessions are not counted: who signs in again, after the old one
 * ended in many windows, comes with one that no memory has yet.
 */
enum failure { FAILURE_TOKEN, FAILURE_PASSWORD };

/* Seconds that ADDRESS has to wait before it may try again; 0: none. */
int access_wait_s(enum failure failure, const char *address);

/*
 * The same; where it need not wait, this counts as a failure. What takes long, a password, is
 * counted before it is looked at, so that many at once are no more than one by one, and taken back
 * where it was right.
 */
int access_count_s(enum failure failure, const char *address);
void access_take_back(enum failure failure, const char *address);

#endif
