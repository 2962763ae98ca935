/* SPDX-License-Identifier: MIT */
/* Looks up CUPTI's names in tables that are made from its headers. */
#include "names.h"

#include <string.h>

#include "cupti_names.h" /* generated: runtime_names[], driver_names[], result_names[] */

static const char *name_at(const char *const *names, size_t count, uint32_t id)
{
	return id < count ? names[id] : NULL;
}

static int id_of(const char *const *names, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (names[i] && strcmp(names[i], name) == 0)
			return (int)i;
	return -1;
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

const char *name_of_call(CUpti_CallbackDomain domain, uint32_t cbid)
{
	if (domain == CUPTI_CB_DOMAIN_RUNTIME_API)
		return name_at(runtime_names, COUNT(runtime_names), cbid);
	return domain == CUPTI_CB_DOMAIN_DRIVER_API
	               ? name_at(driver_names, COUNT(driver_names), cbid)
	               : NULL;
}

int call_named(CUpti_CallbackDomain domain, const char *name)
{
	if (domain == CUPTI_CB_DOMAIN_RUNTIME_API)
		return id_of(runtime_names, COUNT(runtime_names), name);
	return id_of(driver_names, COUNT(driver_names), name);
}

const char *name_of_result(uint32_t result)
{
	return name_at(result_names, COUNT(result_names), result);
}

int result_named(const char *name)
{
	return id_of(result_names, COUNT(result_names), name);
}
