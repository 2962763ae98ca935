/* SPDX-License-Identifier: MIT */
/* Plans of what is measured. In the traced program: read once, by the thread that initialises CUDA,
 * then only looked up, in callbacks. */
#include "host/launch_plan.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/fnv1a.h"
#include "descriptor.h"

#define HEAD "warpwise-launch-plan 3\n"

enum {
	LINE_BYTES = 256,  /* of a key and all its ordinals */
	FIRST_ORDINAL = 2, /* of the numbers behind the key */
	FURTHER = 8,       /* times as far along as the first ones, then as far again */
};

/* ---- launch shapes ---- */

uint64_t launch_function_hash(const char *function)
{
	return fnv1a(function, strlen(function));
}

uint64_t launch_key_hash(const struct launch_key *key)
{
	const uint64_t words[] = {
		launch_function_hash(key->function),
		(uint64_t)key->grid[0] << 32 | key->grid[1],
		(uint64_t)key->grid[2] << 32 | key->block[0],
		(uint64_t)key->block[1] << 32 | key->block[2],
		key->dynamic_shared_bytes,
	};
	const uint64_t hash = fnv1a(words, sizeof words);

	return hash ? hash : 1;
}

static int compare_shapes(const void *a, const void *b)
{
	const struct launch_plan_shape *left = a, *right = b;

	return (left->key > right->key) - (left->key < right->key);
}

void launch_plan_sort(struct launch_plan *plan)
{
	for (size_t i = 0; i < plan->count; i++)
		plan->shapes[i].rank = (uint32_t)i;
	qsort(plan->shapes, plan->count, sizeof *plan->shapes, compare_shapes);
}

const struct launch_plan_shape *launch_plan_find(const struct launch_plan *plan, uint64_t key)
{
	const struct launch_plan_shape wanted = { .key = key };

	return bsearch(&wanted, plan->shapes, plan->count, sizeof *plan->shapes, compare_shapes);
}

bool launch_plan_is_further(int64_t ordinal, int64_t first)
{
	return ordinal == FURTHER * first || ordinal == FURTHER * (FURTHER * first);
}

/* ---- the file ---- */

int launch_plan_write(const struct launch_plan *plan, const char *path)
{
	FILE *file = fopen(path, "we");
	bool is_written;

	if (!file)
		return -errno;
	fputs(HEAD, file);
	for (size_t i = 0; i < plan->count; i++) {
		const struct launch_plan_shape *shape = &plan->shapes[i];

		fprintf(file, "%016" PRIx64 " %016" PRIx64 " %" PRId64 " %" PRId64, shape->key,
		        shape->function, shape->longest_ns, shape->launches);
		for (uint32_t k = 0; k < shape->count; k++)
			fprintf(file, " %" PRId64, shape->ordinals[k]);
		fputc('\n', file);
	}
	is_written = !ferror(file);
	return fclose(file) || !is_written ? -EIO : 0;
}

/* Reads LINE, "KEY FUNCTION LONGEST LAUNCHES ORDINAL...", into SHAPE. */
static bool read_shape(struct launch_plan_shape *shape, const char *line)
{
	int64_t numbers[FIRST_ORDINAL + LAUNCH_PLAN_ORDINALS];
	uint32_t count = 0;
	char *end;

	*shape = (struct launch_plan_shape){ .key = strtoull(line, &end, 16) };
	if (end == line || *end != ' ')
		return false;
	shape->function = strtoull(line = end + 1, &end, 16);
	while (end != line && *end == ' ' && count < FIRST_ORDINAL + LAUNCH_PLAN_ORDINALS) {
		numbers[count] = strtoll(line = end + 1, &end, 10);
		if (numbers[count++] < 1)
			return false;
	}
	if (count < FIRST_ORDINAL || end == line || strcmp(end, "\n") != 0)
		return false;
	shape->longest_ns = numbers[0];
	shape->launches = numbers[1];
	shape->count = count - FIRST_ORDINAL;
	memcpy(shape->ordinals, numbers + FIRST_ORDINAL, shape->count * sizeof *numbers);
	return true;
}

static int read_plan(struct launch_plan *plan, FILE *file)
{
	char line[LINE_BYTES];

	if (!fgets(line, sizeof line, file) || strcmp(line, HEAD) != 0)
		return -EINVAL;
	while (fgets(line, sizeof line, file))
		if (plan->count == LAUNCH_PLAN_SHAPES ||
		    !read_shape(&plan->shapes[plan->count++], line))
			return -EINVAL;
	return ferror(file) ? -EIO : 0;
}

int launch_plan_read(struct launch_plan *plan, const char *path)
{
	/* What is no file could let the program wait. */
	const int fd = descriptor_open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
	FILE *file = NULL;
	struct stat st;
	int err = 0;

	plan->count = 0;
	if (fd < 0)
		return fd;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode))
		err = -EINVAL;
	else if (!(file = fdopen(fd, "r")))
		err = -errno;
	if (!err)
		err = read_plan(plan, file);
	if (err)
		plan->count = 0;
	launch_plan_sort(plan);
	if (file)
		fclose(file);
	else
		close(fd);
	return err;
}
