/* SPDX-License-Identifier: MIT */
/*
 * Reads Python's frames. Runs on Python's main thread and on the sampler's; no Python code runs for
 * it.
 *
 * Up to Python 3.11 any allocation may start the garbage collector, and destructors of the program
 * would run in our thread: it is off while frames are read.
 */
#include "stacks/python_stacks.h"

#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/types.h>

#include "host/recording.h"
#include "stacks/feeders.h"

enum {
	QUALIFIED_NAMES_MINOR = 11, /* from 3.11 on code knows the class of its function */
	ENTERED_MAX = 2, /* bytes of code before RESUME, where a function begins to work */
	HELD_MAX = 1024,
	CODE_ALIGNMENT = 16,
};

static const char *function_name; /* the attribute of code that names its function */
static python_object *held[HELD_MAX];

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
	memset(held, 0, sizeof held);
}

/*
 * ---- code that samples have met: held, so that its address stays its own ----
 *
 * Never given back: the last reference to a piece of code frees what others hung on it, as
 * TorchDynamo does, and that would run in our thread. It is small, and of a bounded number.
 */

/* Each piece of code has one place; who comes first keeps it. */
static python_object **place_of(const python_object *code)
{
	return &held[(uintptr_t)code / CODE_ALIGNMENT % HELD_MAX];
}

static void hold(python_object *code)
{
	python_object **place = place_of(code);

	if (*place)
		return;
	python.Py_IncRef(code);
	*place = code;
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

static bool add_code(python_object *code, int line)
{
	python_object *file, *function;
	const struct stack_frame read = {
		.line = line,
		.file = text_of(code, "co_filename", &file),
		.function = text_of(code, function_name, &function),
	};
	const bool is_added = stack_page_add(&read);

	python.Py_DecRef(file);
	python.Py_DecRef(function);
	return is_added;
}

static bool add_frame(python_object *frame)
{
	python_object *code = python.PyFrame_GetCode(frame);
	const bool is_added = add_code(code, python.PyFrame_GetLineNumber(frame));

	hold(code);
	python.Py_DecRef(code);
	return is_added;
}

/* Whether FRAME has just been called: a pending call is made before its first instruction, and what
 * was to be sampled came before. */
static bool is_entered(python_object *frame)
{
	return python.PyFrame_GetLasti && python.PyFrame_GetLasti(frame) <= ENTERED_MAX;
}

/* A new reference to the innermost frame, FRAME or one that called it, that has done anything. */
static python_object *first_at_work(python_object *frame)
{
	python.Py_IncRef(frame);
	while (is_entered(frame)) {
		python_object *caller = python.PyFrame_GetBack(frame);

		if (!caller)
			break;
		python.Py_DecRef(frame);
		frame = caller;
	}
	return frame;
}

/* The frames of FRAME's stack, the innermost first. */
static void add_stack(python_object *frame, const struct stack_sample *sample)
{
	stack_page_begin(sample);
	frame = first_at_work(frame);
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

/* The code at ADDRESS, if it is alive for sure: a new reference, or NULL. */
static python_object *find_code(const python_object *address, python_object *frame)
{
	python_object *found = *place_of(address) == address ? *place_of(address) : NULL;

	python.Py_IncRef(found);
	python.Py_IncRef(frame);
	while (frame && !found) {
		python_object *code = python.PyFrame_GetCode(frame);
		python_object *caller = python.PyFrame_GetBack(frame);

		if (code == address)
			found = code;
		else
			python.Py_DecRef(code);
		python.Py_DecRef(frame);
		frame = caller;
	}
	python.Py_DecRef(frame);
	return found;
}

static void add_places(const struct python_places *places, python_object *frame,
                       const struct stack_sample *sample)
{
	bool has_room = true;

	stack_page_begin(sample);
	for (int i = 0; i < places->count && has_room; i++) {
		python_object *code = find_code(places->items[i].code, frame);

		if (!code)
			continue;
		has_room = add_code(code, python.PyCode_Addr2Line(code, places->items[i].offset));
		hold(code);
		python.Py_DecRef(code);
	}
	stack_page_end(&recording.queue);
}

int python_stacks_add_all(struct stack_sample *sample, const struct python_places *own)
{
	const bool is_collecting = stop_collecting();
	python_object *frames = python_call(calls.current_frames), *self, *frame;
	int running = 0;
	ssize_t at = 0;

	while (frames && python.PyDict_Next(frames, &at, &self, &frame)) {
		const unsigned long thread = python.PyLong_AsUnsignedLong(self);

		running += !waits(frame);
		if (!feeders_find(thread, &sample->system_thread_id))
			continue;
		if (own->count && thread == (unsigned long)pthread_self())
			add_places(own, frame, sample);
		else
			add_stack(frame, sample);
	}
	python.Py_DecRef(frames);
	collect_again(is_collecting);
	return running;
}

void python_stacks_add_own(const struct stack_sample *sample, const struct python_places *places)
{
	const bool is_collecting = stop_collecting();
	python_object *frame = python.PyEval_GetFrame();

	if (places->count)
		add_places(places, frame, sample);
	else if (frame)
		add_stack(frame, sample);
	collect_again(is_collecting);
}
