/* SPDX-License-Identifier: MIT */
#include "code/library_code.h"

#include <stddef.h>
#include <string.h>

#include "base/text.h"

bool library_code_is_file(const char *file)
{
	static const char *const parts[] = {
		"/usr/include/",
		"/usr/lib/gcc",
		"/include/c++/",
		"/include/cccl/",
		"/include/crt/",
		"/include/thrust/",
		"/include/cub/",
		"/include/cuda/",
		"/targets/x86_64-linux/include/",
		"/cuda/include/",
		"/targets/sbsa-linux/include/",
		"/cuda_runtime/include/",
		".cudafe1.stub.c",
		"/usr/local/cuda-",
		NULL,
	};

	for (const char *const *part = parts; *part; part++)
		if (strstr(file, *part))
			return true;
	return false;
}

/* MANGLED behind _ZN, and K of a function that changes nothing; NULL: it is in no name space. */
static const char *in_space(const char *mangled)
{
	if (strncmp(mangled, "_ZN", 3) != 0)
		return NULL;
	return mangled + 3 + (mangled[3] == 'K');
}

static const char thrust[] = "6thrust";

bool library_code_is_thrust_function(const char *mangled)
{
	const char *name = in_space(mangled);

	return name && strncmp(name, thrust, sizeof thrust - 1) == 0;
}

bool library_code_is_thrust_file(const char *file)
{
	return library_code_is_file(file) && strstr(file, "/thrust/");
}

bool library_code_is_function(const char *mangled)
{
	static const char *const spaces[] = { "St",   "Sa",        "Ss",         thrust,
		                              "3cub", "4cuda3std", "9__gnu_cxx", NULL };
	const char *name = in_space(mangled);

	if (strncmp(mangled, "_ZSt", 4) == 0)
		return true;
	if (!name)
		return false;
	for (const char *const *space = spaces; *space; space++)
		if (strncmp(name, *space, strlen(*space)) == 0)
			return true;
	return false;
}

bool library_code_is_runtime(const char *mangled)
{
	return strncmp(mangled, "libcudart_static_", 17) == 0 ||
	       strstr(mangled, "__device_stub__") || strncmp(mangled, "__cuda", 6) == 0 ||
	       (strncmp(mangled, "cuda", 4) == 0 && mangled[4] >= 'A' && mangled[4] <= 'Z');
}

bool library_code_passes_on(const char *file, const char *function)
{
	static const struct {
		const char *file, *function;
	} places[] = {
		{ "*/torch/utils/_device.py", "*__torch_function__" },
		{ "*/torch/overrides.py", "*" },
		{ "*/torch/_tensor.py", "_handle_torch_function*" },
	};

	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (text_matches(places[i].file, file) &&
		    text_matches(places[i].function, function))
			return true;
	return false;
}
