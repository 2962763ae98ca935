/* SPDX-License-Identifier: MIT */
#include "counters/measured_code.h"

#include <stddef.h>

#include "host/driver.h"

enum { MODULES = 256 };

static CUmodule modules[MODULES]; /* NULL: of functions whose module the driver does not tell */
static size_t count;              /* goes on where there is no room: then it is in each of them */

bool measured_code_is_of(CUmodule module)
{
	if (count > MODULES)
		return true;
	for (size_t i = 0; i < count; i++)
		if (modules[i] == module || !modules[i])
			return true;
	return !module && count > 0; /* a library's functions are in a module of the driver's */
}

void measured_code_add(CUfunction function)
{
	const CUmodule module = driver_module(function);

	for (size_t i = 0; i < count && i < MODULES; i++)
		if (modules[i] == module)
			return;
	if (count < MODULES)
		modules[count] = module;
	count++;
}
