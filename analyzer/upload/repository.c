/* SPDX-License-Identifier: MIT */
#include "upload/repository.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A host that others know has a dot. One that only takes git's connections has no pages. */
static bool is_public_host(const char *host, size_t length)
{
	return memchr(host, '.', length) && strncmp(host, "ssh.", 4) != 0;
}

/* AUTHORITY: "user:password@host:port", LENGTH bytes; PATH is behind the '/'. */
static void print_address(const char *scheme, const char *authority, size_t length,
                          const char *path, char *text, size_t size)
{
	const bool is_web = strncmp(scheme, "http", 4) == 0;
	const char *at = memrchr(authority, '@', length);
	size_t path_length = strlen(path);

	if (at) {
		length -= (size_t)(at + 1 - authority);
		authority = at + 1;
	}
	/* A port of ssh or git is none of the web's. */
	if (!is_web && memchr(authority, ':', length))
		length = (size_t)((const char *)memchr(authority, ':', length) - authority);
	while (path_length && path[path_length - 1] == '/')
		path_length--;
	if (path_length > 4 && memcmp(path + path_length - 4, ".git", 4) == 0)
		path_length -= 4;
	if (!path_length || !is_public_host(authority, length))
		return;
	if ((size_t)snprintf(text, size, "%s://%.*s/%.*s", is_web ? scheme : "https", (int)length,
	                     authority, (int)path_length, path) >= size)
		*text = '\0'; /* half an address leads nowhere */
}

void repository_address(const char *remote, char *text, size_t size)
{
	static const char *const schemes[] = { "https", "http", "ssh", "git" };
	const char *rest = strstr(remote, "://"), *slash, *colon;

	*text = '\0';
	for (const char *c = remote; *c; c++)
		if (*c <= ' ' || *c == 0x7f)
			return;
	if (!rest) {
		/* "user@host:path", as scp has it: no '/' before the colon. */
		colon = strchr(remote, ':');
		slash = strchr(remote, '/');
		if (colon && (!slash || colon < slash))
			print_address("ssh", remote, (size_t)(colon - remote),
			              colon + 1 + strspn(colon + 1, "/"), text, size);
		return;
	}
	slash = strchr(rest + 3, '/');
	for (size_t i = 0; i < sizeof schemes / sizeof *schemes && slash; i++)
		if (strncmp(remote, schemes[i], strlen(schemes[i])) == 0 &&
		    remote + strlen(schemes[i]) == rest)
			print_address(schemes[i], rest + 3, (size_t)(slash - rest - 3), slash + 1,
			              text, size);
}
