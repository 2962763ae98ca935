/* SPDX-License-Identifier: MIT */
/* Names and creates the trace. On the writer thread. */
#include "store/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host/recording.h"
#include "host/trace_name.h"
#include "descriptor.h"
#include "trace_vfs.h"

enum { NAMES_TRIED = 10000 }; /* run.db, run-2.db ... */

/* "run.db" and 2 make "run-2.db"; a name without ending gets the number at its end. */
static int numbered(char out[PATH_MAX], const char *path, int number)
{
	const char *slash = strrchr(path, '/');
	const char *dot = strrchr(slash ? slash : path, '.');
	int stem = (int)(dot ? dot - path : (ptrdiff_t)strlen(path));
	int length =
	        number == 1 ? snprintf(out, PATH_MAX, "%s", path)
	                    : snprintf(out, PATH_MAX, "%.*s-%d%s", stem, path, number, path + stem);

	return length < PATH_MAX ? 0 : -ENAMETOOLONG;
}

static int create_file(char path[PATH_MAX], sqlite3 **db, char error[TRACE_ERROR_MAX])
{
	char wanted[PATH_MAX];
	int err = trace_name(recording.settings.text[SETTING_ID_output], wanted);

	snprintf(error, TRACE_ERROR_MAX, "%s", strerror(-err));
	for (int number = 1; !err && number < NAMES_TRIED; number++) {
		err = numbered(path, wanted, number);
		if (!err)
			err = trace_file_create(path, db, error);
		if (err != -EEXIST)
			return err;
		err = 0;
	}
	return err ? err : -EEXIST;
}

/* Tells `warpwise record` which trace this is. */
static void append_to_list(const char *path)
{
	const char *list = recording.settings.text[SETTING_ID_list];
	char whole[PATH_MAX], line[2 * PATH_MAX + 4], folder[PATH_MAX];
	bool is_relative = *path != '/' && getcwd(folder, sizeof folder);
	int length = snprintf(whole, sizeof whole, "%s%s%s", is_relative ? folder : "",
	                      is_relative ? "/" : "", path);
	ssize_t ignored;
	int fd;

	if (!*list || length >= (int)sizeof whole)
		return;
	trace_name_to_line(whole, line);
	strcat(line, "\n");
	fd = descriptor_open(list, O_WRONLY | O_APPEND);
	if (fd < 0)
		return;
	ignored = write(fd, line, strlen(line));
	(void)ignored;
	close(fd);
}

int output_create(char path[PATH_MAX], sqlite3 **db, char error[TRACE_ERROR_MAX])
{
	int err;

	trace_vfs_use_alone();
	err = create_file(path, db, error);
	if (!err)
		append_to_list(path);
	return err;
}
