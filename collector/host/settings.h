/* SPDX-License-Identifier: MIT */
/* The collector's settings, read once from the environment. The list is settings.def. */
#ifndef WARPWISE_SETTINGS_H
#define WARPWISE_SETTINGS_H

#include <stdint.h>

enum {
	GPU_METRICS_MIN_US = 20, /* the least that gpu_metrics can be, but for 0 */
};

enum setting_type { SETTING_TEXT, SETTING_NUMBER, SETTING_SWITCH };

enum setting_id {
#define SETTING(name, variable, type, def, alone, min, max, letter, metavar, group, help) \
	SETTING_ID_##name,
#include "host/settings.def"
#undef SETTING
	SETTINGS
};

struct settings {
	const char *text[SETTINGS]; /* the environment's or the default; never NULL */
	int64_t number[SETTINGS];   /* of a text: 1, or 0 where it is "" */
};

/*
 * Reads all settings. A number that is none, or is out of range, is said on stderr and the default
 * stays. Returns 0 or -ENOMEM. The texts are copies and live as long as the process: nobody frees
 * them.
 */
int settings_read(struct settings *settings);

/* What the environment says of one that is a number, before all are read; the default where that is
 * none that is allowed. */
int64_t settings_look(enum setting_id id);

#endif
