/* SPDX-License-Identifier: MIT */
/* Where the host's time went, by code of the program's own, in words. Any thread. */
#ifndef WARPWISE_HOST_SPOTS_H
#define WARPWISE_HOST_SPOTS_H

#include "code/host_time.h"

enum { HOST_MOST_PERCENT = 90 }; /* of some code's time: it is that */

/* Where the thread was seen. */
enum host_spot_kind {
	SPOT_IN,
	SPOT_BEFORE, /* it was seen here later: it was on its way */
	SPOT_AROUND, /* some samples are in it, others before */
	SPOT_STILL,  /* so, too, and did not run, or was in the kernel */
};

enum { HOST_SPOT_LINES = 5, HOST_PART_LINES = 3 };

/* Code that was found there, by its innermost frame of the program's own. */
struct host_spot {
	struct host_site site; /* with the line that most of it was at */
	double ns;             /* summed over its lines */
	struct host_spot_line {
		int line;
		double ns;
		double before_ns; /* of it: on the way there */
	} lines[HOST_SPOT_LINES]; /* the heaviest first; ns 0: there are no more */
	/* The function that most of `site` was in, further in, and the one that called it. */
	struct host_spot_part {
		uint32_t frame; /* NONE: there is none */
		double ns;
		struct host_spot_line lines[HOST_PART_LINES]; /* as above, of its function */
	} inner, caller;
	enum host_spot_kind kind;
	double loading_ns; /* of `ns`: in PyTorch's DataLoader, whatever it did */
	double site_ns;    /* of the stacks that `site` is of */
	double before_ns;  /* of `ns`: on the way there */
	double share;      /* of all that is known, from 0 to 1 */
	int64_t samples;   /* that this is known by, of all spots; 0: by calls, or exactly */
};

/* Whether all that is known of TIME is the stacks of a call or two, and others took longer: they
 * need not have been made there. */
bool host_time_is_of_few(const struct host_time *time);

/* Whether all that is known of TIME is stacks of calls of native code, and others took a part of
 * it: these stacks are of calls behind a pause, so that the others may be made elsewhere. */
bool host_time_is_of_part(const struct host_time *time);

/* The same, and others took most of it: shares would be of the rest. */
bool host_time_is_of_less(const struct host_time *time);

/* The spots, the heaviest first: of samples by time, or of calls where there are none. *SPOTS is
 * the caller's to free. Returns 0 or -ENOMEM. */
int host_time_spots(const struct host_time *time, struct host_spot **spots, size_t *count);

/* "42 % in collate() data.py:31, called from main() train.py:88", in TEXT; returns it. Where no
 * line is nearly all of its function: "42 % in collate() data.py (lines 31: 20 %, 35: 12 %)", or
 * "(up to lines 31: ...)" where threads were on their way there, most of the time. Of few samples
 * the interval that the share lies in: "30 to 90 % (6 samples) in collate()". OF tells what the
 * share is of, where a sentence needs that: " of it", or "". */
enum { HOST_SPOT_TEXT = 5 * HOST_PLACE_TEXT };
const char *host_spot_text(char text[HOST_SPOT_TEXT], const struct host_code *code,
                           const struct host_spot *spot, const char *of);

/* "42 %", or of few SAMPLES "30 to 90 %", in TEXT; returns it. */
enum { HOST_SHARE_TEXT = 24 };
const char *host_share_text(char text[HOST_SHARE_TEXT], double share, int64_t samples);

/* What spots from NEXT on, of COUNT, have in all: their share, from 0 to 1. */
double host_spots_rest(const struct host_spot *spots, size_t count, size_t next);

/* Of a time most of which no sample of native code accounts for, fewer samples name nothing: the
 * host was not running then, or in the operating system, and was seen elsewhere by chance. */
enum { HOST_STILL_PERCENT = 50, HOST_NAMING_MIN = 10 };

/* What is worth to be said: a spot with less of the time is not. */
enum { HOST_SPOT_MIN_PERCENT = 5, HOST_SPOTS_SHOWN = 3 };

#endif
