/* SPDX-License-Identifier: MIT */
/* The file of --output. */
#include "cli/output.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cmd.h"

static void say_not_written(const char *path, int number)
{
	cmd_error("cannot write: path=\"%s\": %s", path, strerror(number ? number : EIO));
}

FILE *output_open(const char *path)
{
	FILE *stream = path ? fopen(path, "we") : stdout;

	if (!stream)
		say_not_written(path, errno);
	errno = 0;
	return stream;
}

/* Devices stay. */
static void remove_file(const char *path)
{
	struct stat st;

	if (lstat(path, &st) == 0 && S_ISREG(st.st_mode))
		unlink(path);
}

int output_close(FILE *stream, const char *path, int err)
{
	bool has_failed;

	if (err == -ENOSYS)
		cmd_error("cannot print: this warpwise was built without npm, and so has no page");
	else if (err)
		cmd_error("cannot print: %s", strerror(-err));
	if (!path)
		return err ? STATUS_FAILED : STATUS_OK;
	has_failed = ferror(stream);
	if ((fclose(stream) || has_failed) && !err) {
		say_not_written(path, errno);
		err = -EIO;
	}
	if (err)
		remove_file(path);
	return err ? STATUS_FAILED : STATUS_OK;
}
