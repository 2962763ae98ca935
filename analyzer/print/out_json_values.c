/* SPDX-License-Identifier: MIT */
/* The values that JSON is made of. */
#include <math.h>
#include <stdlib.h>

#include "print/out_json_parts.h"
#include "base/text.h"

json_t *model_text(const char *text)
{
	json_t *value = json_string(text);
	char *quoted = NULL;
	size_t size;
	FILE *stream;

	if (value)
		return value;
	stream = open_memstream(&quoted, &size);
	if (!stream)
		return NULL;
	text_print_json(stream, text);
	if (fclose(stream) == 0)
		value = json_loadb(quoted, size, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
	free(quoted);
	return value;
}

json_t *model_text_or_null(const char *text)
{
	return text && *text ? model_text(text) : json_null();
}

json_t *model_real(double value)
{
	return json_real(isfinite(value) ? value : 0);
}

json_t *model_percent(double percent)
{
	return model_real(round(percent * 1e6) / 1e6);
}

json_t *model_measured(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

json_t *model_budget(const struct budget *budget)
{
	json_t *shares = json_object();

	for (int i = 0; i < SHARES; i++)
		if (budget->share_ns[i])
			json_object_set_new(shares, share_ids[i],
			                    json_integer(budget->share_ns[i]));
	return json_pack("{sI so}", "wall_ns", (json_int_t)budget->wall_ns, "share_ns", shares);
}

void model_set_statistics(json_t *object, const struct statistics *s)
{
	json_object_set_new(object, "count", json_integer(s->count));
	json_object_set_new(object, "total_ns", json_integer(s->total));
	json_object_set_new(object, "average_ns",
	                    json_integer((json_int_t)(statistics_average(s) + 0.5)));
	json_object_set_new(object, "median_ns", json_integer(s->median));
	json_object_set_new(object, "min_ns", json_integer(s->min));
	json_object_set_new(object, "max_ns", json_integer(s->max));
}
