/* SPDX-License-Identifier: MIT */
/*
 * Who asks, and what they may do. Two small tables of fixed size: who a secret belongs to, believed
 * for a few seconds, and the failures of addresses. Where two keys meet in one place the younger
 * stays: it costs a question to the database, or forgets failures of an address. Any thread.
 */
#include "server/http/access.h"

#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/base/clock.h"

const char *const role_names[] = { "read", "upload", "admin", NULL };

int role_find(const char *name)
{
	for (int i = 0; i < ROLES; i++)
		if (strcmp(role_names[i], name) == 0)
			return i;
	return -1;
}

/* ---- rights ---- */

static bool includes(enum role have, enum role want)
{
	return have == want || have == ROLE_ADMIN;
}

bool principal_may(const struct principal *principal, const char *project, enum role role)
{
	for (size_t i = 0; i < principal->count; i++) {
		const struct right *right = &principal->rights[i];

		if ((!*right->project || strcmp(right->project, project) == 0) &&
		    includes(right->role, role))
			return true;
	}
	return false;
}

bool principal_may_all(const struct principal *principal, enum role role)
{
	for (size_t i = 0; i < principal->count; i++)
		if (!*principal->rights[i].project && includes(principal->rights[i].role, role))
			return true;
	return false;
}

const char *principal_project(const struct principal *principal)
{
	return principal->count == 1 && *principal->rights[0].project ? principal->rights[0].project
	                                                              : NULL;
}

/* ---- who a secret belongs to ---- */

enum { RECALLED = 256 };

static struct {
	unsigned char hash[HASH_SIZE];
	int64_t until_ns;
	struct principal principal;
} recalled[RECALLED];
static int64_t forgotten; /* how often access_forget() was called */
static pthread_rwlock_t recalled_lock = PTHREAD_RWLOCK_INITIALIZER;

static size_t place_of(const unsigned char hash[HASH_SIZE])
{
	return (size_t)(hash[0] | hash[1] << 8) % RECALLED;
}

bool access_recall(const unsigned char hash[HASH_SIZE], struct principal *principal)
{
	const size_t place = place_of(hash);
	bool is_known;

	pthread_rwlock_rdlock(&recalled_lock);
	is_known = recalled[place].until_ns > clock_monotonic_ns() &&
	           sodium_memcmp(recalled[place].hash, hash, HASH_SIZE) == 0;
	if (is_known)
		*principal = recalled[place].principal;
	pthread_rwlock_unlock(&recalled_lock);
	return is_known && (!principal->expires_ns || principal->expires_ns > clock_unix_ns());
}

static int64_t count_forgotten(void)
{
	int64_t count;

	pthread_rwlock_rdlock(&recalled_lock);
	count = forgotten;
	pthread_rwlock_unlock(&recalled_lock);
	return count;
}

/* Unless all was forgotten since BEFORE was counted, and with it what the database had said. */
static void remember(const unsigned char hash[HASH_SIZE], const struct principal *principal,
                     int64_t before)
{
	const size_t place = place_of(hash);

	pthread_rwlock_wrlock(&recalled_lock);
	if (forgotten == before) {
		memcpy(recalled[place].hash, hash, HASH_SIZE);
		recalled[place].until_ns = clock_monotonic_ns() + LIMIT_PRINCIPAL_S * NS_PER_S;
		recalled[place].principal = *principal;
	}
	pthread_rwlock_unlock(&recalled_lock);
}

void access_forget(void)
{
	pthread_rwlock_wrlock(&recalled_lock);
	forgotten++;
	for (int i = 0; i < RECALLED; i++)
		recalled[i].until_ns = 0;
	pthread_rwlock_unlock(&recalled_lock);
}

static void add_right(struct principal *principal, const struct store_value *project,
                      const struct store_value *role)
{
	struct right *right = &principal->rights[principal->count];
	const int known = role_find(role->bytes);

	if (principal->count == RIGHTS_MAX || known < 0)
		return;
	snprintf(right->project, sizeof right->project, "%s",
	         project->type == STORE_TEXT ? project->bytes : "");
	right->role = (enum role)known;
	principal->count++;
}

/* What TOKEN is called: by what it is for, or else by its project. */
static void set_title(struct principal *token, const char *description)
{
	const char *project = principal_project(token);

	if (*description && strlen(description) <= LIMIT_FIELD_BYTES)
		snprintf(token->title, sizeof token->title, "token \"%s\"", description);
	else if (project)
		snprintf(token->title, sizeof token->title, "a token of project %s", project);
	else
		snprintf(token->title, sizeof token->title, "%s", token->name);
}

/* id, role, project_id, project.name, expires_ns, description */
static int take_token(const struct store_value *row, void *data)
{
	struct principal *principal = data;

	snprintf(principal->name, sizeof principal->name, "token %lld", (long long)row[0].integer);
	add_right(principal, &row[3], &row[1]);
	principal->expires_ns = row[4].type == STORE_INTEGER ? row[4].integer : 0;
	set_title(principal, row[5].bytes);
	return 0;
}

/* account_id, name, csrf_token, expires_ns */
static int take_session(const struct store_value *row, void *data)
{
	struct principal *principal = data;

	principal->account_id = row[0].integer;
	snprintf(principal->name, sizeof principal->name, "user %s", row[1].bytes);
	snprintf(principal->title, sizeof principal->title, "%s", principal->name);
	snprintf(principal->csrf_token, sizeof principal->csrf_token, "%s", row[2].bytes);
	principal->expires_ns = row[3].integer;
	return 0;
}

static int take_right(const struct store_value *row, void *data)
{
	add_right(data, &row[0], &row[1]);
	return 0;
}

int access_load_rights(struct store_connection *db, struct principal *principal)
{
	return STORE_RUN(db, STATEMENT_RIGHT_LIST, take_right, principal,
	                 store_integer(principal->account_id));
}

static int find(struct store_connection *db, enum statement statement, store_row_fn *take,
                const char *secret, struct principal *principal)
{
	const int64_t before = count_forgotten();
	unsigned char hash[HASH_SIZE];
	int err;

	*principal = (struct principal){ 0 };
	hash_bytes(secret, strlen(secret), hash);
	err = STORE_RUN(db, statement, take, principal, store_blob(hash, sizeof hash));
	if (!err && principal->account_id)
		err = access_load_rights(db, principal);
	if (!err && (!*principal->name ||
	             (principal->expires_ns && principal->expires_ns <= clock_unix_ns())))
		return -EACCES;
	if (!err)
		remember(hash, principal, before);
	return err;
}

int access_find_token(struct store_connection *db, const char *secret, struct principal *principal)
{
	return find(db, STATEMENT_TOKEN_FIND, take_token, secret, principal);
}

int access_find_session(struct store_connection *db, const char *secret,
                        struct principal *principal)
{
	return find(db, STATEMENT_SESSION_FIND, take_session, secret, principal);
}

/* ---- failures ---- */

enum { ADDRESSES = 4096, ADDRESS_MAX = 64 };

static struct {
	char address[ADDRESS_MAX];
	enum failure failure;
	int count;
	int64_t since_ns;
} failures[ADDRESSES];
static pthread_mutex_t failures_lock = PTHREAD_MUTEX_INITIALIZER;

static size_t address_place(enum failure failure, const char *address)
{
	unsigned char hash[HASH_SIZE];

	hash_quick(address, strlen(address), hash);
	return ((size_t)(hash[0] | hash[1] << 8) + failure) % ADDRESSES;
}

/* An IPv6 client has a /64 to choose addresses from: that counts as one. */
static void name_network(const char *address, char network[ADDRESS_MAX])
{
	struct in6_addr six;

	snprintf(network, ADDRESS_MAX, "%s", address);
	if (inet_pton(AF_INET6, address, &six) != 1 || IN6_IS_ADDR_V4MAPPED(&six))
		return;
	memset(&six.s6_addr[8], 0, 8);
	inet_ntop(AF_INET6, &six, network, ADDRESS_MAX);
}

static bool is_of(size_t place, enum failure failure, const char *address)
{
	return failures[place].failure == failure && strcmp(failures[place].address, address) == 0;
}

/* Adds CHANGE to the failures of ADDRESS, unless it has to wait: for how many seconds. */
static int change_count(enum failure failure, const char *address, int change)
{
	const int64_t now_ns = clock_monotonic_ns();
	char network[ADDRESS_MAX];
	int64_t left_ns;
	size_t place;
	bool is_open;

	name_network(address, network);
	place = address_place(failure, network);
	pthread_mutex_lock(&failures_lock);
	left_ns = failures[place].since_ns + LIMIT_FAILURE_WINDOW_S * NS_PER_S - now_ns;
	is_open = is_of(place, failure, network) && left_ns > 0;
	if (!is_open && change > 0) {
		snprintf(failures[place].address, ADDRESS_MAX, "%s", network);
		failures[place].failure = failure;
		failures[place].count = change;
		failures[place].since_ns = now_ns;
	}
	if (!is_open || failures[place].count < LIMIT_FAILURES)
		left_ns = 0;
	if (is_open && (!left_ns || change < 0) && failures[place].count + change >= 0)
		failures[place].count += change;
	pthread_mutex_unlock(&failures_lock);
	return left_ns ? (int)(left_ns / NS_PER_S) + 1 : 0;
}

int access_wait_s(enum failure failure, const char *address)
{
	return change_count(failure, address, 0);
}

int access_count_s(enum failure failure, const char *address)
{
	return change_count(failure, address, 1);
}

void access_take_back(enum failure failure, const char *address)
{
	change_count(failure, address, -1);
}
