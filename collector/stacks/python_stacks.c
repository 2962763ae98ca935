/* SPDX-License-Identifier: MIT */
/*
 * Reads Python's frames. Runs on Python's main thread and on the sampler's; no Python code runs for
 * it.
 *
 * Up to Python 3.11 any allocation may start the garbage collector, and destructors of the program
 * would run in our thread: it is off while frames are read.
 */
#include "stacks/python_stacks.h"

#include <stddef.h>
#include <string.h>
#include <sys/types.h>

#include "host/recording.h"
#include "stacks/feeders.h"

enum { QUALIFIED_NAMES_MINOR = 11 }; /* from 3.11 on code knows the class of its function */

static const char *function_name; /* the attribute of code that names its function */

/* Objects of Python that are called for each sample. */
static struct {
	python_object *current_frames, *gc_is_enabled, *gc_disable, *gc_enable;
} calls;

bool python_stacks_init(python_object *sys, python_object *gc)
{
	function_name = python_minor() >= QUALIFIED_NAMES_MINOR ? "co_qualname" : "co_name";
	calls.current_frames = python_get(sys, "_current_frames");
	calls.gc_is_enabled = python_get(gc, "isenabled");
	calls.gc_disable = python_get(gc, "disable");
	calls.gc_enable = python_get(gc, "enable");
	return calls.current_frames && calls.gc_is_enabled && calls.gc_disable && calls.gc_enable;
}

void python_stacks_release(void)
{
	python.Py_DecRef(calls.current_frames);
	python.Py_DecRef(calls.gc_is_enabled);
	python.Py_DecRef(calls.gc_disable);
	python.Py_DecRef(calls.gc_enable);
}

/* ---- frames ---- */

/* The text of attribute NAME of CODE, which *OWNER keeps alive. */
static const char *text_of(python_object *code, const char *name, python_object **owner)
{
	const char *text;

	*owner = python_get(code, name);
	text = *owner ? python.PyUnicode_AsUTF8AndSize(*owner, NULL) : NULL;
	if (!text)
		python.PyErr_Clear();
	return text ? text : "";
}

static bool add_frame(python_object *frame)
{
	python_object *code = python.PyFrame_GetCode(frame), *file, *function;
	const struct stack_frame read = {
		.line = python.PyFrame_GetLineNumber(frame),
		.file = text_of(code, "co_filename", &file),
		.function = text_of(code, function_name, &function),
	};
	const bool is_added = stack_page_add(&read);

	python.Py_DecRef(file);
	python.Py_DecRef(function);
	python.Py_DecRef(code);
	return is_added;
}

/* FRAME, the innermost, and those that called it. */
static void add_stack(python_object *frame, const struct stack_sample *sample)
{
	stack_page_begin(sample);
	python.Py_IncRef(frame);
	while (frame) {
		python_object *caller = add_frame(frame) ? python.PyFrame_GetBack(frame) : NULL;

		python.Py_DecRef(frame);
		frame = caller;
	}
	stack_page_end(&recording.queue);
}

/* ---- samples ---- */

/* A thread that is in Python's own waiting for another one wants no lock. */
static bool waits(python_object *frame)
{
	static const char module[] = "/threading.py";
	python_object *code = python.PyFrame_GetCode(frame), *owner;
	const char *file = text_of(code, "co_filename", &owner);
	const size_t length = strlen(file);
	const bool is_in_module =
	        length >= sizeof module && strcmp(file + length - (sizeof module - 1), module) == 0;

	python.Py_DecRef(owner);
	python.Py_DecRef(code);
	return is_in_module;
}

static bool stop_collecting(void)
{
	python_object *is_enabled = python_call(calls.gc_is_enabled);
	const bool is_collecting = is_enabled && python.PyObject_IsTrue(is_enabled) > 0;

	if (is_collecting)
		python.Py_DecRef(python_call(calls.gc_disable));
	python.Py_DecRef(is_enabled);
	return is_collecting;
}

static void collect_again(bool was_collecting)
{
	if (was_collecting)
		python.Py_DecRef(python_call(calls.gc_enable));
}

int python_stacks_add_all(struct stack_sample *sample)
{
	const bool is_collecting = stop_collecting();
	python_object *frames = python_call(calls.current_frames), *self, *frame;
	int running = 0;
	ssize_t at = 0;

	while (frames && python.PyDict_Next(frames, &at, &self, &frame)) {
		running += !waits(frame);
		if (feeders_find(python.PyLong_AsUnsignedLong(self), &sample->system_thread_id))
			add_stack(frame, sample);
	}
	python.Py_DecRef(frames);
	collect_again(is_collecting);
	return running;
}

void python_stacks_add_own(const struct stack_sample *sample)
{
	const bool is_collecting = stop_collecting();
	python_object *frame = python.PyEval_GetFrame();

	if (frame)
		add_stack(frame, sample);
	collect_again(is_collecting);
}
