/* SPDX-License-Identifier: MIT */
/* Stored reports compared. On a worker. */
#include "server/report/comparing.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "compare/comparison.h"

struct comparing {
	struct comparison comparison;
};

struct comparing *comparing_new(void)
{
	return calloc(1, sizeof(struct comparing));
}

void comparing_free(struct comparing *comparing)
{
	if (comparing)
		comparison_release(&comparing->comparison);
	free(comparing);
}

int comparing_add(struct comparing *comparing, bool is_new, const char *name, const char *bytes,
                  size_t size, char error[COMPARING_ERROR_MAX])
{
	char reason[RUN_ERROR_MAX] = "";
	json_error_t json_error;
	json_t *report = json_loadb(bytes, size, 0, &json_error);
	int err;

	if (!report) {
		snprintf(error, COMPARING_ERROR_MAX, "%s", json_error.text);
		return -EINVAL;
	}
	err = comparison_add(&comparing->comparison, is_new ? SIDE_NEW : SIDE_BASE, name, report,
	                     reason);
	snprintf(error, COMPARING_ERROR_MAX, "%s", reason);
	return err;
}

int comparing_print(struct comparing *comparing, struct buffer *out)
{
	char *text = NULL;
	size_t size = 0;
	FILE *stream;
	int err = comparison_make(&comparing->comparison);

	if (err)
		return err;
	stream = open_memstream(&text, &size);
	if (!stream)
		return -ENOMEM;
	err = comparison_print_json(&comparing->comparison, stream, NULL);
	if (fclose(stream))
		err = -ENOMEM;
	if (!err)
		buffer_add(out, text, size);
	free(text);
	return err;
}
