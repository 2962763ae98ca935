/* SPDX-License-Identifier: MIT */
/* Until CUDA 12 the API version was a counter; from 13 on it is 10000 * major + 100 * minor +
 * update. */
#include "cupti/version.h"

#include <stdio.h>

enum {
	FIRST_OF_12 = 18, /* and of 11.8, as the headers of both say: its soname is another */
	LAST_OF_12 = 99,
	FIRST_BY_RELEASE = 130000,
	BY_MAJOR = 10000,
	BY_MINOR = 100,
};

/* As cupti_version.h lists them; what CUDA 12.1 calls itself it does not say. */
static const char *const releases[] = {
	[18] = "12.0", [19] = "12.0 or 12.1", [20] = "12.2",   [21] = "12.3",
	[22] = "12.4", [23] = "12.5",         [24] = "12.6",   [25] = "12.6 or 12.8",
	[26] = "12.8", [27] = "12.9",         [28] = "12.9.1",
};

int cupti_version_major(uint32_t api_version)
{
	if (api_version >= FIRST_OF_12 && api_version <= LAST_OF_12)
		return 12;
	return api_version < FIRST_BY_RELEASE ? 0 : (int)(api_version / BY_MAJOR);
}

char *cupti_version_release(uint32_t api_version, char text[CUPTI_RELEASE_MAX])
{
	const int major = cupti_version_major(api_version);

	if (api_version < sizeof releases / sizeof *releases && releases[api_version])
		snprintf(text, CUPTI_RELEASE_MAX, "%s", releases[api_version]);
	else if (major >= 13)
		snprintf(text, CUPTI_RELEASE_MAX, "%d.%d", major,
		         (int)(api_version % BY_MAJOR / BY_MINOR));
	else
		snprintf(text, CUPTI_RELEASE_MAX, "%sAPI version %u", major ? "12, " : "",
		         (unsigned)api_version);
	return text;
}
