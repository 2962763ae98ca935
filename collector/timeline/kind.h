/* SPDX-License-Identifier: MIT */
/*
 * A record kind: what CUPTI calls it, the INSERT, and the function that binds one record to it.
 * Each stands in a file of its own in kinds/, and kinds.am is the list. Everything here runs on the
 * writer thread.
 */
#ifndef WARPWISE_KIND_H
#define WARPWISE_KIND_H

#include <stdbool.h>
#include <stdint.h>
#include <sqlite3.h>

#include "host/losses.h"
#include "cupti/compat.h"
#include "host/settings.h"

struct rows;

/* What bind() returns. */
enum bound {
	BOUND_SKIP, /* the record needs no row of its own */
	BOUND_ROW,  /* everything is bound: insert */
};

struct kind {
	const char *name;            /* of the record, for messages */
	CUpti_ActivityKind activity; /* the kind of record */
	const char *insert; /* one statement with the parameters ?1, ?2 ...; NULL: no rows */
	/*
	 * Binds RECORD, which is of this kind, to STATEMENT. MUST bind every parameter, with NULL
	 * where there is nothing: the record before left its values there. MUST NOT keep pointers
	 * into the record. MAY intern through ROWS.
	 */
	enum bound (*bind)(struct rows *rows, sqlite3_stmt *statement, const void *record);
	/* Turn the kind on and off; NULL: cuptiActivityEnable(activity), cuptiActivityDisable(). */
	CUptiResult (*enable)(void);
	void (*disable)(void);
	int setting;       /* enum setting_id of the switch that turns it on, or ALWAYS */
	bool is_inventory; /* says what there is, not what happened: also in a run without timeline
	                    */
	bool is_kept;      /* stays on while nothing is recorded: others refer to what it says, or
	                    * bind() leaves out what comes */
	bool is_entered;   /* its records begin and end: turned off between, CUPTI would not see the
	                    * end. So it is for good alone; bind() leaves out what comes in a pause */
	bool is_extra;     /* off by default: nothing is missing without it */
	bool is_for_contexts; /* cannot, or must not, be turned on before there is a context
	                       * (collector/README.md, late starts) */
	bool may_lack; /* nothing is missing where CUPTI cannot record it, or no row comes of it */
	enum counter left_out; /* counts records for which the statement changes no row */
};

enum { ALWAYS = -1 };

/* All kinds, in the order of kinds.am, then NULL. */
extern const struct kind *const kinds[];

#endif
