/* SPDX-License-Identifier: MIT */
/* Reads the settings. Runs once, in the thread that initialises CUDA. */
#include "host/settings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/log.h"

struct setting {
	const char *variable;
	enum setting_type type;
	const char *def;
	int64_t min, max;
};

static const struct setting table[SETTINGS] = {
#define SETTING(name, variable, type, def, alone, min, max, letter, metavar, group, help) \
	[SETTING_ID_##name] = { variable, SETTING_##type, def, min, max },
#include "host/settings.def"
#undef SETTING
};

static int parse_number(enum setting_id id, const char *text, int64_t *value)
{
	char *end;

	errno = 0;
	*value = strtoll(text, &end, 10);
	return errno || end == text || *end || *value < table[id].min || *value > table[id].max
	               ? -EINVAL
	               : 0;
}

/* TEXT, or the default where it is no number that is allowed. */
static const char *read_number(enum setting_id id, const char *text, int64_t *value)
{
	const struct setting *setting = &table[id];

	if (!parse_number(id, text, value))
		return text;
	log_line("%s=\"%s\" is not a number from %lld to %lld: using %s", setting->variable, text,
	         (long long)setting->min, (long long)setting->max, setting->def);
	parse_number(id, setting->def, value);
	return setting->def;
}

/* What begins when a context is made cannot begin later. */
static void leave_out_counters(struct settings *settings)
{
	static const enum setting_id counters[] = { SETTING_ID_stalls, SETTING_ID_metrics,
		                                    SETTING_ID_gpu_metrics };
	int64_t left_out = 0;

	for (size_t i = 0; i < sizeof counters / sizeof *counters; i++) {
		left_out |= settings->number[counters[i]];
		settings->number[counters[i]] = 0;
	}
	settings->text[SETTING_ID_metrics] = "";
	if (left_out)
		log_line("a dormant program is recorded without WARPWISE_STALLS, WARPWISE_METRICS "
		         "and WARPWISE_GPU_METRICS");
}

int64_t settings_look(enum setting_id id)
{
	const char *text = getenv(table[id].variable);
	int64_t value = 0;

	if (!text || !*text || parse_number(id, text, &value))
		parse_number(id, table[id].def, &value);
	return value;
}

int settings_read(struct settings *settings)
{
	for (int id = 0; id < SETTINGS; id++) {
		const char *text = getenv(table[id].variable);

		if (!text || !*text)
			text = table[id].def;
		settings->number[id] = *text != '\0';
		if (table[id].type != SETTING_TEXT)
			text = read_number(id, text, &settings->number[id]);
		settings->text[id] = strdup(text); /* the program may change its environment */
		if (!settings->text[id])
			return -ENOMEM;
	}
	if (settings->number[SETTING_ID_dormant])
		leave_out_counters(settings);
	return 0;
}
