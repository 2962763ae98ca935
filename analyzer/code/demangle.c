/* SPDX-License-Identifier: MIT */
/*
 * Demangling through libiberty.
 *
 * libiberty's demanglers recurse as deep as the name says, and print as much as it says: a name of
 * 100 bytes can ask for gigabytes. So they run on a stack made for them, and printing ends with
 * longjmp() at a limit.
 */
#include "code/demangle.h"

#include <libiberty/demangle.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
	READABLE_MAX = 16 * DEMANGLE_MAX, /* bytes */
	/* With its recursion limit libiberty (2.40) refuses names over 1024 bytes, which templates
	 * of linear algebra libraries have. Without, it takes up to 600 bytes of stack for each
	 * byte of the name. */
	LIMITED_MAX = 1024,
	STACK_BYTES = 64 << 20, /* reserved, not used */
};

struct job {
	const char *mangled;
	char *readable; /* READABLE_MAX + 1 bytes */
	size_t length;
	int options;
	bool is_done;
	jmp_buf give_up;
};

static void append(const char *text, size_t length, void *opaque)
{
	struct job *job = opaque;

	if (length > READABLE_MAX - job->length)
		longjmp(job->give_up, 1); /* the demanglers keep what they have on the stack */
	if (length)                       /* TEXT may be NULL then */
		memcpy(job->readable + job->length, text, length);
	job->length += length;
}

static void *demangle_job(void *opaque)
{
	struct job *job = opaque;

	if (setjmp(job->give_up))
		return NULL;
	job->is_done = rust_demangle_callback(job->mangled, job->options, append, job);
	if (!job->is_done) {
		job->length = 0;
		job->is_done = cplus_demangle_v3_callback(job->mangled, job->options, append, job);
	}
	return NULL;
}

/* Runs JOB on a thread with room for the deepest name there can be. */
static void demangle_deep(struct job *job)
{
	pthread_attr_t attributes;
	pthread_t thread;

	if (pthread_attr_init(&attributes))
		return;
	if (!pthread_attr_setstacksize(&attributes, STACK_BYTES) &&
	    !pthread_create(&thread, &attributes, demangle_job, job))
		pthread_join(thread, NULL);
	pthread_attr_destroy(&attributes);
}

/*
 * MANGLED behind what nvcc puts before the names of static functions to tell files apart:
 * "__nv_static_", a length, "_", that many bytes, "_".
 */
static const char *behind_file(const char *mangled)
{
	static const char prefix[] = "__nv_static_";
	const char *at = mangled + sizeof prefix - 1;
	size_t length = 0;

	if (strncmp(mangled, prefix, sizeof prefix - 1) != 0)
		return mangled;
	for (; *at >= '0' && *at <= '9' && length <= DEMANGLE_MAX; at++)
		length = 10 * length + (size_t)(*at - '0');
	if (*at++ != '_' || length > DEMANGLE_MAX || strnlen(at, length + 2) < length + 2 ||
	    at[length] != '_')
		return mangled;
	return at + length + 1;
}

char *demangle(const char *name)
{
	const char *mangled = behind_file(name);
	struct job job = { .mangled = mangled, .options = DMGL_PARAMS | DMGL_ANSI };
	size_t length = strnlen(mangled, DEMANGLE_MAX + 1);
	char *readable;

	if (mangled[0] != '_' || length > DEMANGLE_MAX)
		return strdup(mangled);
	job.readable = malloc(READABLE_MAX + 1);
	if (!job.readable)
		return NULL;
	if (length <= LIMITED_MAX) {
		demangle_job(&job);
	} else {
		job.options |= DMGL_NO_RECURSE_LIMIT;
		demangle_deep(&job);
	}
	if (!job.is_done) {
		free(job.readable);
		return strdup(mangled);
	}
	job.readable[job.length] = '\0';
	readable = realloc(job.readable, job.length + 1);
	return readable ? readable : job.readable;
}
