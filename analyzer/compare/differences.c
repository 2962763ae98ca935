/* SPDX-License-Identifier: MIT */
/* What makes the sides unlike each other besides the code, a sentence each: GPU, driver,
 * settings. */
#include "compare/comparison_parts.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static int note(struct comparison *c, const char *format, ...)
        __attribute__((format(printf, 2, 3)));

static int note(struct comparison *c, const char *format, ...)
{
	va_list arguments;
	int length;

	if (ARRAY_ROOM(&c->notes, c->notes_count))
		return -ENOMEM;
	va_start(arguments, format);
	length = vasprintf(&c->notes[c->notes_count], format, arguments);
	va_end(arguments);
	if (length < 0)
		return -ENOMEM;
	c->notes_count++;
	return 0;
}

/* A fact that should be the same on both sides. */
static int note_fact(struct comparison *c, const char *what, const char *base, const char *new,
                     const char *none)
{
	if (!base && !new)
		return 0;
	if (base && new &&strcmp(base, new) == 0)
		return 0;
	return note(c, "%s: %s in the base, %s in the new runs", what, base ? base : none,
	            new ? new : none);
}

static int note_facts(struct comparison *c, const struct compared_run *base,
                      const struct compared_run *new)
{
	const struct {
		const char *what, *base, *new, *none;
	} facts[] = {
		{ "Other programs", base->program, new->program, "unknown" },
		{ "Other ranks", base->rank, new->rank, "no rank" },
		{ "Other GPUs", base->gpu, new->gpu, "none" },
		{ "Other drivers", base->driver, new->driver, "unknown" },
		{ "Other CUDA runtimes", base->runtime, new->runtime, "unknown" },
		{ "Other parts of the run", base->range, new->range, "all of it" },
	};
	int err = 0;

	for (size_t i = 0; i < sizeof facts / sizeof *facts && !err; i++)
		err = note_fact(c, facts[i].what, facts[i].base, facts[i].new, facts[i].none);
	if (!err && base->processes != new->processes)
		err = note(c, "%zu process%s in the base, %zu in the new runs", base->processes,
		           base->processes == 1 ? "" : "es", new->processes);
	return err;
}

/* Both are ordered by name. */
static int note_environment(struct comparison *c, const struct compared_run *base,
                            const struct compared_run *new)
{
	size_t b = 0, n = 0;
	int err = 0;

	while ((b < base->environment_count || n < new->environment_count) && !err) {
		const struct run_setting *left = &base->environment[b],
		                         *right = &new->environment[n];
		int order = b == base->environment_count  ? 1
		            : n == new->environment_count ? -1
		                                          : strcmp(left->name, right->name);

		err = note_fact(c, order > 0 ? right->name : left->name,
		                order <= 0 ? left->text : NULL, order >= 0 ? right->text : NULL,
		                "not set");
		b += order <= 0;
		n += order >= 0;
	}
	return err;
}

static int note_runs(struct comparison *c)
{
	int err = 0;

	for (int side = 0; side < SIDES; side++)
		for (size_t r = 0; r < c->sides[side].count && !err; r++) {
			const struct compared_run *run = &c->sides[side].runs[r];

			if (!run->is_complete)
				err = note(c, "%s is of a program that was killed, or still ran",
				           run->path);
			if (!err && !run->has_critical)
				err = note(
				        c,
				        "%s was made by an older warpwise: the kernels' parts of "
				        "the change are unknown",
				        run->path);
		}
	return err;
}

int comparison_note_differences(struct comparison *c)
{
	const struct compared_run *base = side_middle(&c->sides[SIDE_BASE], 0);
	const struct compared_run *new = side_middle(&c->sides[SIDE_NEW], 0);
	int err = note_facts(c, base, new);

	if (!err)
		err = note_environment(c, base, new);
	return err ? err : note_runs(c);
}
