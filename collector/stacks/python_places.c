/* SPDX-License-Identifier: MIT */
/* Reads the frames of CPython's interpreter. Runs in Python's main thread. */
#include "stacks/python_places.h"

#include <stddef.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include "stacks/perf_permit.h"

enum {
	NEWEST_MINOR = 13,
	SKIPPED_MAX = 2, /* frames between two of Python's, by which the interpreter is entered */
};

/* Where in its structures a version 3.N says it: bytes from their beginning. */
static const struct layout {
	bool is_known, has_cframe;
	size_t current;   /* in PyThreadState: a pointer to the frame, or to _PyCFrame, ... */
	size_t in_cframe; /* ... and there */
	size_t code, previous, instruction; /* in _PyInterpreterFrame */
} layouts[NEWEST_MINOR + 1] = {
	[11] = { true, true, 56, 8, 32, 48, 56 },
	[12] = { true, true, 56, 0, 0, 8, 56 },
	[13] = { true, false, 72, 0, 0, 8, 56 },
};

static struct layout layout;
static uintptr_t instructions; /* where they begin in a code object; 0: places cannot be read */

/* ---- is it as expected: with the lock ---- */

/* Reads memory that may not be there. */
static uintptr_t look(uintptr_t address, size_t offset)
{
	uintptr_t value = 0;
	struct iovec here = { &value, sizeof value };
	struct iovec there = { (char *)NULL + address + offset, sizeof value };

	if (!address || process_vm_readv(getpid(), &here, 1, &there, 1, 0) != sizeof value)
		return 0;
	return value;
}

static uintptr_t look_for_current(void)
{
	const uintptr_t at =
	        look((uintptr_t)python.PyGILState_GetThisThreadState(), layout.current);

	return layout.has_cframe ? look(at, layout.in_cframe) : at;
}

/* The next frame from AT on that runs CODE; 0: none. */
static uintptr_t find_frame(uintptr_t at, const python_object *code)
{
	for (int i = 0; i <= SKIPPED_MAX && at; i++) {
		if (look(at, layout.code) == (uintptr_t)code)
			return at;
		at = look(at, layout.previous);
	}
	return 0;
}

/* Where the instructions of FRAME's code begin if it lies at AT. */
static uintptr_t instructions_of(python_object *frame, const python_object *code, uintptr_t at)
{
	return look(at, layout.instruction) - (uintptr_t)code -
	       (uintptr_t)python.PyFrame_GetLasti(frame);
}

/* Whether all frames of the thread are found, and say the same; sets `instructions`. */
static bool agrees(void)
{
	python_object *frame = python.PyEval_GetFrame();
	uintptr_t at = look_for_current();

	python.Py_IncRef(frame);
	instructions = 0;
	while (frame) {
		python_object *code = python.PyFrame_GetCode(frame);
		python_object *caller = python.PyFrame_GetBack(frame);
		uintptr_t begin;

		at = find_frame(at, code);
		begin = at ? instructions_of(frame, code, at) : 0;
		python.Py_DecRef(code);
		python.Py_DecRef(frame);
		frame = caller;
		if (!begin || (instructions && begin != instructions)) {
			python.Py_DecRef(frame);
			return false;
		}
		instructions = begin;
		at = look(at, layout.previous);
	}
	return instructions != 0;
}

bool python_places_init(void)
{
	const int minor = python_minor();

	if (minor <= NEWEST_MINOR)
		layout = layouts[minor];
	instructions = 0;
	if (layout.is_known && perf_permit() && !agrees())
		instructions = 0;
	return instructions != 0;
}

/* ---- a place: without the lock ---- */

static const char *pointer_at(const char *address, size_t offset)
{
	const char *value;

	memcpy(&value, address + offset, sizeof value);
	return value;
}

void python_places_read(struct python_places *places)
{
	const char *at = instructions ? python.PyGILState_GetThisThreadState() : NULL;

	places->count = 0;
	if (!at)
		return;
	at = pointer_at(at, layout.current);
	if (at && layout.has_cframe)
		at = pointer_at(at, layout.in_cframe);
	for (; at && places->count < PYTHON_PLACES_MAX; at = pointer_at(at, layout.previous)) {
		const char *code = pointer_at(at, layout.code);
		const ptrdiff_t offset =
		        pointer_at(at, layout.instruction) - code - (ptrdiff_t)instructions;

		places->items[places->count++] = (struct python_place){
			.code = (const python_object *)code,
			.offset = (int32_t)offset,
		};
	}
}
