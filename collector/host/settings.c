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
#define SETTING(name, variable, type, def, alone, min, max, letter, metavar, help) \
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
	return 0;
}
