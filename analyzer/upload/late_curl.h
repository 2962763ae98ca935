/* SPDX-License-Identifier: MIT */
/*
 * libcurl, loaded when something is uploaded. It needs thirty libraries more: linked with it, every
 * command would take twice as long to start, for what few of them do. Main thread only.
 *
 * Its functions are members here: late_curl.easy_init() is curl_easy_init(). Two keep their names,
 * curl_easy_setopt() and curl_easy_getinfo(), since curl.h has macros that check their arguments.
 */
#ifndef WARPWISE_UPLOAD_LATE_CURL_H
#define WARPWISE_UPLOAD_LATE_CURL_H

#include <curl/curl.h>
#include <stdbool.h>

#define LATE_CURL_FUNCTIONS(X) \
	X(easy_cleanup)        \
	X(easy_escape)         \
	X(easy_init)           \
	X(easy_perform)        \
	X(easy_strerror)       \
	X(free)                \
	X(slist_append)        \
	X(slist_free_all)      \
	X(url)                 \
	X(url_cleanup)         \
	X(url_get)             \
	X(url_set)

struct late_curl {
#define MEMBER(name) __typeof__(&curl_##name) name;
	LATE_CURL_FUNCTIONS(MEMBER)
#undef MEMBER
};
extern struct late_curl late_curl; /* all NULL before late_curl_load() */

/* Returns false and tells SAY why it cannot be loaded. It may be called again. */
bool late_curl_load(void (*say)(const char *format, ...) __attribute__((format(printf, 1, 2))));

#endif
