/* SPDX-License-Identifier: MIT */
/* Pauses between flushes. */
#include "session/flush_pace.h"

#include <stdatomic.h>
#include <stdbool.h>

#include "host/clock.h"
#include "host/recording.h"

enum {
	FIRST_MS = 1,      /* the first pause */
	FLUSHES_OFF = 3,   /* when nothing is recorded any more: for what was under way */
	REST_MS = 3600000, /* then it sleeps until it is woken */
};

static int64_t at_most_the_setting(int64_t pause_ms)
{
	const int64_t most_ms = recording.settings.number[SETTING_ID_flush_ms];

	return pause_ms < most_ms ? pause_ms : most_ms;
}

void flush_pace_init(struct flush_pace *pace)
{
	*pace = (struct flush_pace){
		.flushed_ms = clock_ms(),
		.pause_ms = recording.settings.number[SETTING_ID_flush_ms],
	};
}

void flush_pace_hurry(struct flush_pace *pace)
{
	pace->pause_ms = at_most_the_setting(FIRST_MS);
	pace->flushed_ms = clock_ms();
}

/* Samples of warps go on. */
static bool is_resting(const struct flush_pace *pace)
{
	return atomic_load(&recording.is_off) && pace->flushes_off >= FLUSHES_OFF &&
	       !recording.settings.number[SETTING_ID_stalls];
}

int64_t flush_pace_left_ms(const struct flush_pace *pace)
{
	const int64_t left_ms = pace->flushed_ms + pace->pause_ms - clock_ms();

	if (is_resting(pace))
		return REST_MS;
	return left_ms > 0 ? left_ms : 0;
}

void flush_pace_flushed(struct flush_pace *pace)
{
	pace->flushes_off = atomic_load(&recording.is_off) ? pace->flushes_off + 1 : 0;
	pace->flushed_ms = clock_ms();
	pace->pause_ms = at_most_the_setting(2 * pace->pause_ms);
}
