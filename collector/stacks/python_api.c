/* SPDX-License-Identifier: MIT */
/* Finds CPython in the process. Runs on the sampler's thread and on Python's main thread. */
#include "stacks/python_api.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "host/loaded.h"

enum { MAJOR = 3, MINOR_MIN = 9 };

struct python_api python;
static int minor_version;

static const struct {
	const char *name;
	void *function; /* a pointer to it */
	bool is_newer;
} functions[] = {
#define FUNCTION(returned, name, parameters) { #name, &python.name, false },
	PYTHON_FUNCTIONS(FUNCTION)
#undef FUNCTION
#define FUNCTION(returned, name, parameters) { #name, &python.name, true },
	        PYTHON_NEWER_FUNCTIONS(FUNCTION)
#undef FUNCTION
};

static int find_library(const struct loaded_file *file, void *handle)
{
	if (strncmp(loaded_name(file), "libpython3.", 11) != 0)
		return 0;
	*(void **)handle = dlopen(file->path, RTLD_LAZY | RTLD_NOLOAD);
	return *(void **)handle != NULL;
}

/* Whether there is one, and where to look: in the program itself and what it is linked with
 * (RTLD_DEFAULT, which is NULL), else in a library that was loaded for those who embed Python. */
static bool find_python(void **library)
{
	static unsigned long long added; /* libraries, when they were looked through last */
	static void *embedded;
	const struct loaded_count count = loaded_count();

	*library = RTLD_DEFAULT;
	if (dlsym(RTLD_DEFAULT, "Py_IsInitialized"))
		return true;
	if (!embedded && count.added != added)
		loaded_each(find_library, &embedded);
	added = count.added;
	*library = embedded;
	return embedded && dlsym(embedded, "Py_IsInitialized") != NULL;
}

static bool is_new_enough(void)
{
	int major;

	return sscanf(python.Py_GetVersion(), "%d.%d", &major, &minor_version) == 2 &&
	       major == MAJOR && minor_version >= MINOR_MIN;
}

int python_minor(void)
{
	return minor_version;
}

bool python_runs(void)
{
	int (*is_initialized)(void);
	void *library, *symbol;

	if (!find_python(&library))
		return false;
	symbol = dlsym(library, "Py_IsInitialized");
	memcpy(&is_initialized, &symbol, sizeof symbol);
	return is_initialized() != 0;
}

bool python_api_load(void)
{
	void *library;

	if (!find_python(&library))
		return false;
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		void *symbol = dlsym(library, functions[i].name);

		if (!symbol && !functions[i].is_newer)
			return false;
		memcpy(functions[i].function, &symbol, sizeof symbol);
	}
	return is_new_enough();
}

python_object *python_get(python_object *object, const char *name)
{
	python_object *value = object ? python.PyObject_GetAttrString(object, name) : NULL;

	if (object && !value)
		python.PyErr_Clear();
	return value;
}

python_object *python_call(python_object *object)
{
	python_object *value = object ? python.PyObject_CallFunctionObjArgs(object, NULL) : NULL;

	if (object && !value)
		python.PyErr_Clear();
	return value;
}
