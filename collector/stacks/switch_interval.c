/* SPDX-License-Identifier: MIT */
/* Changes Python's switch interval. Runs on Python's main thread and on the sampler's. */
#include "stacks/switch_interval.h"

#include <stddef.h>

enum {
	DEFAULT_NS = 5000000,
	SHORT_NS = 200000,
	NEARLY_NS = 1000, /* Python counts in us */
};

static python_object *get, *set;
static int64_t current_ns = DEFAULT_NS;

bool switch_interval_init(python_object *sys)
{
	get = python_get(sys, "getswitchinterval");
	set = python_get(sys, "setswitchinterval");
	return get && set;
}

void switch_interval_release(void)
{
	python.Py_DecRef(get);
	python.Py_DecRef(set);
	get = set = NULL;
}

static void look(void)
{
	python_object *seconds = python_call(get);

	if (seconds)
		current_ns = (int64_t)(python.PyFloat_AsDouble(seconds) * 1e9);
	python.Py_DecRef(seconds);
}

static bool is_nearly(int64_t ns)
{
	return current_ns > ns - NEARLY_NS && current_ns < ns + NEARLY_NS;
}

void switch_interval_shorten(bool is_short)
{
	const int64_t wanted_ns = is_short ? SHORT_NS : DEFAULT_NS;
	python_object *seconds;

	look();
	if (!is_nearly(is_short ? DEFAULT_NS : SHORT_NS))
		return;
	seconds = python.PyFloat_FromDouble((double)wanted_ns / 1e9);
	if (seconds)
		python.Py_DecRef(python.PyObject_CallFunctionObjArgs(set, seconds, NULL));
	python.Py_DecRef(seconds);
	python.PyErr_Clear();
	current_ns = wanted_ns;
}

int64_t switch_interval_ns(void)
{
	return current_ns;
}
