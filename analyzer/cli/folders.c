/* SPDX-License-Identifier: MIT */
/* Puts the traces of folders in the place of the folders. */
#include "cli/folders.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "cli/cmd.h"
#include "trace/segments.h"

/* TEXT becomes the list's, also where it fails. */
static int add(struct folders *folders, char *text)
{
	char **place = text ? ARRAY_ADD(&folders->items, &folders->count) : NULL;

	if (!place) {
		free(text);
		return -ENOMEM;
	}
	*place = text;
	return 0;
}

static int is_trace(const struct dirent *entry)
{
	const size_t length = strlen(entry->d_name);

	return length > 3 && strcmp(entry->d_name + length - 3, ".db") == 0;
}

static int add_folder(struct folders *folders, const char *folder)
{
	struct dirent **entries = NULL;
	const int count = scandir(folder, &entries, is_trace, versionsort);
	int err = count < 0 ? -errno : count ? 0 : -ENOENT;

	for (int i = 0; i < count; i++) {
		char *path = NULL;

		if (!err && asprintf(&path, "%s/%s", folder, entries[i]->d_name) < 0)
			path = NULL;
		if (!err)
			err = add(folders, path);
		free(entries[i]);
	}
	free(entries);
	return err;
}

static bool is_part(const struct folders *folders, size_t which)
{
	for (size_t i = 0; i < folders->count; i++)
		if (i != which && segments_has(folders->items[i], folders->items[which]))
			return true;
	return false;
}

/* What is read with another one, as a segment before it, is no trace of its own. */
static void drop_segments(struct folders *folders)
{
	for (size_t i = 0; i < folders->count;) {
		if (!is_part(folders, i)) {
			i++;
			continue;
		}
		free(folders->items[i]);
		folders->count--;
		memmove(&folders->items[i], &folders->items[i + 1],
		        (folders->count - i) * sizeof *folders->items);
	}
}

int folders_expand(struct folders *folders, int argc, char **argv)
{
	struct stat st;
	int err = 0;

	for (int i = 0; i < argc && !err; i++) {
		const bool is_folder = stat(argv[i], &st) == 0 && S_ISDIR(st.st_mode);

		err = is_folder ? add_folder(folders, argv[i]) : add(folders, strdup(argv[i]));
		if (is_folder && err == -ENOENT)
			cmd_error("no trace in folder: path=\"%s\": it has no file *.db", argv[i]);
		else if (err)
			cmd_error("cannot read: path=\"%s\": %s", argv[i], strerror(-err));
	}
	drop_segments(folders);
	return err ? STATUS_UNUSABLE : 0;
}

void folders_release(struct folders *folders)
{
	for (size_t i = 0; i < folders->count; i++)
		free(folders->items[i]);
	free(folders->items);
	*folders = (struct folders){ 0 };
}
