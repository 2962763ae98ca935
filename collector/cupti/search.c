/* SPDX-License-Identifier: MIT */
/* Finds libcupti. Runs in the thread that initialises CUDA, and in those that first use NVTX, whose
 * stacks may be small: names of files are not kept there. */
#include "cupti/search.h"

#include <errno.h>
#include <glob.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const toolkit_folders[] = {
	"lib64",
	"extras/CUPTI/lib64",
	"targets/x86_64-linux/lib",
	"targets/sbsa-linux/lib",
	"targets/aarch64-linux/lib", /* Jetson */
	"lib",
};

/* MAJOR stands for the number. */
static const char *const toolkits[] = { "/usr/local/cuda", "/opt/cuda", "/usr/local/cuda-MAJOR*",
	                                "/usr/lib/cuda" };
static const char *const distribution_folders[] = { "/usr/lib/x86_64-linux-gnu",
	                                            "/usr/lib/aarch64-linux-gnu", "/usr/lib64" };
static const char *const python_packages[] = { "nvidia/cuMAJOR/lib", "nvidia/cuda_cupti/lib" };
static const char *const python_folders[] = { "lib/python3*/site-packages",
	                                      "lib64/python3*/site-packages",
	                                      "lib/python3*/dist-packages",
	                                      "local/lib/python3*/dist-packages" };

enum { SONAME_MAX = 32 };

struct search {
	int major;
	char soname[SONAME_MAX];
	bool (*try)(const char *path, void *data);
	void *data;
};

/* Tries every file that FOLDER/SONAME matches, the last by name first, which is the newest version;
 * FOLDER may hold wildcards, and MAJOR. */
static bool try_files(const struct search *search, const char *folder)
{
	const char *major = strstr(folder, "MAJOR");
	bool taken = false;
	char *pattern;
	glob_t found;
	int length;

	if (major)
		length = asprintf(&pattern, "%.*s%d%s/%s", (int)(major - folder), folder,
		                  search->major, major + strlen("MAJOR"), search->soname);
	else
		length = asprintf(&pattern, "%s/%s", folder, search->soname);
	if (length < 0)
		return false;
	if (glob(pattern, 0, NULL, &found) == 0) {
		for (size_t i = found.gl_pathc; i > 0 && !taken; i--)
			taken = search->try(found.gl_pathv[i - 1], search->data);
		globfree(&found);
	}
	free(pattern);
	return taken;
}

/* The same in the folder that two or three names make; PACKAGE may be NULL. */
static bool try_below(const struct search *search, const char *top, const char *folder,
                      const char *package)
{
	bool taken;
	char *path;

	if (asprintf(&path, "%s/%s%s%s", top, folder, package ? "/" : "", package ? package : "") <
	    0)
		return false;
	taken = try_files(search, path);
	free(path);
	return taken;
}

static bool try_toolkit(const struct search *search, const char *toolkit)
{
	bool taken = false;

	if (!toolkit || !*toolkit)
		return false;
	for (size_t i = 0; i < sizeof toolkit_folders / sizeof *toolkit_folders && !taken; i++)
		taken = try_below(search, toolkit, toolkit_folders[i], NULL);
	return taken;
}

static bool try_python(const struct search *search, const char *prefix)
{
	bool taken = false;

	if (!prefix || !*prefix)
		return false;
	for (size_t i = 0; i < sizeof python_folders / sizeof *python_folders; i++)
		for (size_t k = 0; k < sizeof python_packages / sizeof *python_packages && !taken;
		     k++)
			taken = try_below(search, prefix, python_folders[i], python_packages[k]);
	return taken;
}

/*
 * The path of a Python, as it was called: in a virtual environment its python is a link, so
 * /proc/self/exe would name the wrong one. The caller frees it; NULL: no memory.
 */
static char *python_program(const char *python)
{
	const char *path = getenv("PATH");
	char *program = strdup(python);

	while (program && !strchr(python, '/') && path && *path) {
		int length = (int)strcspn(path, ":");

		free(program);
		if (asprintf(&program, "%.*s/%s", length, path, python) < 0)
			return NULL;
		if (access(program, X_OK) == 0)
			break;
		path += length + (path[length] == ':');
	}
	return program;
}

/* PYTHON: as it was called. */
static bool search_python(const struct search *search, const char *python)
{
	char *program = python_program(python);
	const bool taken = try_python(search, getenv("VIRTUAL_ENV")) ||
	                   (program && try_python(search, dirname(dirname(program)))) ||
	                   try_python(search, "/usr") || try_python(search, "/usr/local");

	free(program);
	return taken;
}

static bool search_files(const struct search *search)
{
	if (try_toolkit(search, getenv("CUDA_HOME")) || try_toolkit(search, getenv("CUDA_PATH")))
		return true;
	for (size_t i = 0; i < sizeof toolkits / sizeof *toolkits; i++)
		if (try_toolkit(search, toolkits[i]))
			return true;
	for (size_t i = 0; i < sizeof distribution_folders / sizeof *distribution_folders; i++)
		if (try_files(search, distribution_folders[i]))
			return true;
	return strncmp(program_invocation_short_name, "python", 6) == 0 &&
	       search_python(search, program_invocation_name);
}

static struct search search_for(int major, bool (*try)(const char *path, void *data), void *data)
{
	struct search search = { .major = major, .try = try, .data = data };

	snprintf(search.soname, sizeof search.soname, "libcupti.so.%d", major);
	return search;
}

bool cupti_search(int major, bool (*try)(const char *path, void *data), void *data)
{
	const struct search search = search_for(major, try, data);

	/* By its soname the loader finds one that is loaded first, then one on its path: places 1
	 * and 2. */
	return try(search.soname, data) || search_files(&search);
}

bool cupti_search_python(int major, bool (*try)(const char *path, void *data), void *data)
{
	const struct search search = search_for(major, try, data);

	return search_python(&search, "python3");
}
