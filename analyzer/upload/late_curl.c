/* SPDX-License-Identifier: MIT */
#include "upload/late_curl.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stddef.h>

/* Here they are functions, not macros. */
#undef curl_easy_setopt
#undef curl_easy_getinfo

struct late_curl late_curl;
static __typeof__(&curl_easy_setopt) easy_setopt;
static __typeof__(&curl_easy_getinfo) easy_getinfo;

static const char library_name[] = "libcurl.so.4"; /* the same since 2006 */

bool late_curl_load(void (*say)(const char *format, ...))
{
	static void *library;
	const struct {
		const char *name;
		void *place;
	} functions[] = {
#define FUNCTION(name) { "curl_" #name, &late_curl.name },
		LATE_CURL_FUNCTIONS(FUNCTION)
#undef FUNCTION
		        { "curl_easy_setopt", &easy_setopt },
		{ "curl_easy_getinfo", &easy_getinfo },
	};

	if (!library)
		library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
	if (!library) {
		say("cannot upload: %s", dlerror());
		return false;
	}
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		void *function = dlsym(library, functions[i].name);

		if (!function) {
			say("cannot upload: %s has no %s()", library_name, functions[i].name);
			return false;
		}
		*(void **)functions[i].place = function;
	}
	return true;
}

/* The one argument behind OPTION is a long, a curl_off_t or a pointer: OPTION's number tells. */
CURLcode curl_easy_setopt(CURL *curl, CURLoption option, ...)
{
	const int type = option / CURLOPTTYPE_OBJECTPOINT * CURLOPTTYPE_OBJECTPOINT;
	va_list arguments;
	CURLcode code;

	va_start(arguments, option);
	if (type == CURLOPTTYPE_LONG)
		code = easy_setopt(curl, option, va_arg(arguments, long));
	else if (type == CURLOPTTYPE_OFF_T)
		code = easy_setopt(curl, option, va_arg(arguments, curl_off_t));
	else
		code = easy_setopt(curl, option, va_arg(arguments, void *));
	va_end(arguments);
	return code;
}

/* The one argument behind INFO is a pointer. */
CURLcode curl_easy_getinfo(CURL *curl, CURLINFO info, ...)
{
	va_list arguments;
	CURLcode code;

	va_start(arguments, info);
	code = easy_getinfo(curl, info, va_arg(arguments, void *));
	va_end(arguments);
	return code;
}
