/* SPDX-License-Identifier: MIT */
/*
 * The server that reports are sent to, and what we prove to it who we are with. The token goes to
 * that server alone: not over plain HTTP to another machine (unless that is allowed), not through a
 * proxy to ourselves, not to where a redirect points. Main thread only.
 */
#ifndef WARPWISE_UPLOAD_SERVER_H
#define WARPWISE_UPLOAD_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SERVER_ERROR_MAX = 512, SERVER_TOKEN_MAX = 512 };

struct server {
	char *url;                  /* without the slashes at its end; owned */
	char *token;                /* owned; NULL: none */
	const char *ca_file;        /* NULL: the system's */
	bool is_local;              /* this machine, by address */
	bool may_be_plain;          /* plain HTTP to another machine is allowed */
	bool is_quiet;              /* no progress, no word about tries that failed */
	int64_t retries;            /* after the first try */
	int64_t wait_ms;            /* before the first of them; doubles */
	int64_t timeout_s;          /* without a byte in either direction */
	bool (*is_cancelled)(void); /* NULL: never */
	void (*say)(const char *format, ...) __attribute__((format(printf, 1, 2)));
};

/*
 * Takes URL, and the token from TOKEN_FILE or, when that is NULL, from WARPWISE_TOKEN. The other
 * members are the caller's to set before. Returns 0, or -EINVAL with a phrase in ERROR. Release it
 * in any case.
 */
int server_init(struct server *server, const char *url, const char *token_file,
                char error[SERVER_ERROR_MAX]);
void server_release(struct server *server);

#endif
