/* SPDX-License-Identifier: MIT */
/* Reads the process's mappings, as the kernel prints them (proc(5), /proc/pid/maps). */
#include "host/loaded.h"

#include <errno.h>
#include <inttypes.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "descriptor.h"

static const char kernel_mark[] = "[vdso]";
static const char deleted_mark[] = " (deleted)";

/* ---- how many ---- */

/* Each entry says it, and the first one's block has been there from the beginning. */
static int see_first(struct dl_phdr_info *library, size_t size, void *count)
{
	(void)size;
	*(struct loaded_count *)count =
	        (struct loaded_count){ library->dlpi_adds, library->dlpi_subs };
	return 1;
}

struct loaded_count loaded_count(void)
{
	struct loaded_count count = { 0 };

	dl_iterate_phdr(see_first, &count);
	return count;
}

/* ---- which ---- */

struct mapping {
	uintptr_t start, end;
	uint64_t offset; /* in the file */
	uint64_t inode;
	bool has_code;
	char *path; /* in the line; "": of no file */
};

static bool parse(struct mapping *mapping, char *line)
{
	char rights[5];
	int path = 0;

	line[strcspn(line, "\n")] = '\0';
	if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s %" SCNx64 " %*x:%*x %" SCNu64 " %n",
	           &mapping->start, &mapping->end, rights, &mapping->offset, &mapping->inode,
	           &path) != 5 ||
	    !path)
		return false;
	mapping->has_code = rights[2] == 'x';
	mapping->path = line + path;
	return true;
}

/* The mappings of one file: one follows the other, with memory of no file in between. */
struct run {
	char *path; /* NULL: there is none */
	uint64_t inode;
	uintptr_t start, end;
	bool has_code;
};

static bool is_of(const struct run *run, const struct mapping *mapping)
{
	return run->path && mapping->offset && mapping->inode == run->inode &&
	       strcmp(mapping->path, run->path) == 0;
}

/* RUN begins anew with MAPPING, if the file does. Returns 0 or -ENOMEM. */
static int begin(struct run *run, const struct mapping *mapping)
{
	free(run->path);
	*run = (struct run){ 0 };
	if (mapping->offset)
		return 0;
	run->path = strdup(mapping->path);
	run->inode = mapping->inode;
	run->start = mapping->start;
	return run->path ? 0 : -ENOMEM;
}

static void extend(struct run *run, const struct mapping *mapping)
{
	run->end = mapping->end;
	run->has_code |= mapping->has_code;
}

static int show(const struct run *run, int (*see)(const struct loaded_file *file, void *data),
                void *data)
{
	struct loaded_file file = {
		.path = run->path,
		.inode = (ino_t)run->inode,
		.start = run->start,
		.end = run->end,
	};
	size_t bytes;

	if (!run->path || !run->has_code)
		return 0;
	bytes = strlen(run->path);
	if (strcmp(run->path, kernel_mark) == 0)
		file.path = LOADED_KERNEL;
	if (bytes >= sizeof deleted_mark &&
	    strcmp(run->path + bytes - (sizeof deleted_mark - 1), deleted_mark) == 0) {
		run->path[bytes - (sizeof deleted_mark - 1)] = '\0';
		file.is_deleted = true;
	}
	return see(&file, data);
}

static bool is_file(const struct mapping *mapping)
{
	return *mapping->path == '/' || strcmp(mapping->path, kernel_mark) == 0;
}

/* MAPPING is the next one. */
static int take(struct run *run, const struct mapping *mapping,
                int (*see)(const struct loaded_file *file, void *data), void *data)
{
	int result;

	if (!is_file(mapping))
		return 0;
	if (!is_of(run, mapping)) {
		result = show(run, see, data);
		if (!result)
			result = begin(run, mapping);
		if (result)
			return result;
	}
	extend(run, mapping);
	return 0;
}

int loaded_each(int (*see)(const struct loaded_file *file, void *data), void *data)
{
	FILE *maps = descriptor_stream("/proc/self/maps");
	struct run run = { 0 };
	struct mapping mapping;
	char *line = NULL;
	size_t room = 0;
	int result = 0;

	if (!maps)
		return -errno;
	while (!result && getline(&line, &room, maps) >= 0)
		if (parse(&mapping, line))
			result = take(&run, &mapping, see, data);
	if (!result)
		result = show(&run, see, data);
	free(run.path);
	free(line);
	fclose(maps);
	return result;
}

const char *loaded_name(const struct loaded_file *file)
{
	const char *slash = strrchr(file->path, '/');

	return slash ? slash + 1 : file->path;
}
