/* SPDX-License-Identifier: MIT */
#include "upload/server.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "upload/late_curl.h"

static int fail(char error[SERVER_ERROR_MAX], const char *format, ...)
        __attribute__((format(printf, 2, 3)));

static int fail(char error[SERVER_ERROR_MAX], const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(error, SERVER_ERROR_MAX, format, arguments);
	va_end(arguments);
	return -EINVAL;
}

/* Whether HOST, as it stands in a URL, is this machine whatever a name server says. */
static bool is_loopback(const char *host)
{
	unsigned a, b, c, d;
	char end;

	if (strcasecmp(host, "localhost") == 0 || strcmp(host, "[::1]") == 0)
		return true;
	return sscanf(host, "%3u.%3u.%3u.%3u%c", &a, &b, &c, &d, &end) == 4 && a == 127;
}

static bool has_part(CURLU *parsed, CURLUPart part)
{
	char *text = NULL;
	bool is_there = late_curl.url_get(parsed, part, &text, 0) == CURLUE_OK;

	late_curl.free(text);
	return is_there;
}

static int check_parts(struct server *server, CURLU *parsed, const char *url,
                       char error[SERVER_ERROR_MAX])
{
	char *scheme = NULL, *host = NULL;
	int err = 0;

	if (late_curl.url_get(parsed, CURLUPART_SCHEME, &scheme, 0) ||
	    late_curl.url_get(parsed, CURLUPART_HOST, &host, 0)) {
		err = fail(error, "is no URL, as https://host: '%s'", url);
		goto out;
	}
	server->is_local = is_loopback(host);
	if (strcmp(scheme, "https") != 0 && strcmp(scheme, "http") != 0)
		err = fail(error, "must begin with https://, or http:// for this machine: '%s'",
		           url);
	else if (has_part(parsed, CURLUPART_USER) || has_part(parsed, CURLUPART_PASSWORD))
		err = fail(error, "must not hold a name or password: the token comes from "
		                  "WARPWISE_TOKEN or --token-file");
	else if (has_part(parsed, CURLUPART_QUERY) || has_part(parsed, CURLUPART_FRAGMENT))
		err = fail(error, "is the server's address alone, without '?' and '#': '%s'", url);
	else if (strcmp(scheme, "http") == 0 && !server->is_local && !server->may_be_plain)
		err = fail(error,
		           "sends the report, and the token, unencrypted to another machine: use "
		           "https:// (or --allow-plain-http): '%s'",
		           url);
out:
	late_curl.free(scheme);
	late_curl.free(host);
	return err;
}

static int take_url(struct server *server, const char *url, char error[SERVER_ERROR_MAX])
{
	CURLU *parsed = late_curl.url();
	size_t length = strlen(url);
	int err;

	if (!parsed)
		return fail(error, "%s", strerror(ENOMEM));
	if (late_curl.url_set(parsed, CURLUPART_URL, url, 0))
		err = fail(error, "is no URL, as https://host: '%s'", url);
	else
		err = check_parts(server, parsed, url, error);
	late_curl.url_cleanup(parsed);
	if (err)
		return err;
	while (length && url[length - 1] == '/')
		length--;
	server->url = strndup(url, length);
	return server->url ? 0 : fail(error, "%s", strerror(ENOMEM));
}

/* A token is one word: anything else would be a header of its own, or a file of another kind. */
static int take_token(struct server *server, const char *text, const char *from,
                      char error[SERVER_ERROR_MAX])
{
	size_t length = strlen(text);

	while (length && isspace((unsigned char)text[length - 1]))
		length--;
	for (size_t i = 0; i < length; i++)
		if (!isgraph((unsigned char)text[i]))
			return fail(error, "has no token: %s must hold one word", from);
	if (!length || length >= SERVER_TOKEN_MAX)
		return fail(error, "has no token: %s is %s", from, length ? "too long" : "empty");
	server->token = strndup(text, length);
	return server->token ? 0 : fail(error, "%s", strerror(ENOMEM));
}

static int read_token(struct server *server, const char *path, char error[SERVER_ERROR_MAX])
{
	char text[SERVER_TOKEN_MAX + 2] = "";
	FILE *stream = fopen(path, "re");
	struct stat st;

	if (!stream)
		return fail(error, "has no token: path=\"%s\": %s", path, strerror(errno));
	if (fstat(fileno(stream), &st) == 0 && (st.st_mode & (S_IRGRP | S_IROTH)) && server->say)
		server->say("others can read the token: chmod 600 '%s'", path);
	(void)!fread(text, 1, sizeof text - 1, stream);
	fclose(stream);
	return take_token(server, text, path, error);
}

int server_init(struct server *server, const char *url, const char *token_file,
                char error[SERVER_ERROR_MAX])
{
	const char *token = getenv("WARPWISE_TOKEN");
	int err = take_url(server, url, error);

	if (err)
		return err;
	if (token_file)
		return read_token(server, token_file, error);
	if (token && *token)
		return take_token(server, token, "WARPWISE_TOKEN", error);
	return 0; /* a server may need none, and says so when it does */
}

void server_release(struct server *server)
{
	if (server->token) {
		explicit_bzero(server->token, strlen(server->token));
		free(server->token);
	}
	free(server->url);
	server->url = server->token = NULL;
}
