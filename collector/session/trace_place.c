/* SPDX-License-Identifier: MIT */
/* The settings' pattern becomes a place on the disk. In the thread that initialises CUDA. */
#include "session/trace_place.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/log.h"
#include "host/recording.h"
#include "host/trace_name.h"

/* Where nothing can be written, nothing need be recorded: found out before CUPTI is loaded. NAME
 * becomes that of the trace. */
static int check(char name[PATH_MAX])
{
	const char *pattern = recording.settings.text[SETTING_ID_output];
	char path[PATH_MAX];
	int err = trace_name(pattern, name);

	if (err) {
		log_line("cannot name the trace: WARPWISE_OUTPUT=\"%s\": %s; the program runs "
		         "unrecorded",
		         pattern,
		         err == -EINVAL ? "only %p, %h, %q{NAME} and %% are known"
		                        : strerror(-err));
		return err;
	}
	strcpy(path, name);
	if (access(dirname(path), W_OK | X_OK)) {
		err = -errno;
		log_line("cannot write a trace in \"%s\": %s; the program runs unrecorded", path,
		         strerror(-err));
	}
	return err;
}

static char *append_literally(char *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '%')
			*out++ = '%';
		*out++ = *text;
	}
	*out = '\0';
	return out;
}

/* The trace is created later, on another thread: by then the program may have gone to another
 * folder, and may be changing its environment. */
static void settle(const char *name)
{
	char folder[PATH_MAX] = "", *whole, *end;

	if (*name != '/' && !getcwd(folder, sizeof folder))
		return;
	whole = end = malloc(2 * (strlen(folder) + 1 + strlen(name)) + 1);
	if (!whole)
		return;
	end = append_literally(end, folder);
	end = append_literally(end, *name == '/' ? "" : "/");
	append_literally(end, name);
	recording.settings.text[SETTING_ID_output] = whole;
}

int trace_place_settle(void)
{
	char name[PATH_MAX];
	int err = check(name);

	if (!err)
		settle(name);
	return err;
}
