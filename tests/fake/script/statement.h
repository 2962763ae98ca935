/* SPDX-License-Identifier: MIT */
/*
 * A statement: a record, prepared as far as it is constant, with a list of the places that an
 * expression fills in; or a verb. So playing in a loop costs a copy and a few additions for each
 * record. Each file of this folder has the verbs of one noun, and a table of them; README.md says
 * what each does.
 */
#ifndef WARPWISE_FAKE_STATEMENT_H
#define WARPWISE_FAKE_STATEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "expression.h"
#include "cupti/record.h"
#include "text.h"
#include "words.h"

struct patch {
	size_t offset, size;
	struct expression number;
	struct text *text; /* not NULL: the field is a pointer to it */
	struct patch *next;
};

struct statement {
	const struct verb *verb;        /* or */
	const struct record_type *type; /* a record */
	uint8_t record[RECORD_MAX];
	struct patch *patches;
	struct expression number; /* the verb's argument */
	char *path;               /* module: its file, or NULL; await, tell: a file */
	struct statement *body, *next;
};

/* One thread that plays. */
struct player {
	struct variables variables;
	struct outlet *outlet;
	bool has_zero_times;
	struct capture *capture; /* records go here instead; NULL: to the outlet */
};

/* Records of a block that comes out shuffled. */
struct capture {
	uint8_t *data;
	size_t used, size;
	size_t *offsets;
	size_t count, count_max;
};

struct verb {
	const char *name;
	bool is_block;
	void (*parse)(struct statement *statement,
	              const struct words *words); /* NULL: no arguments */
	void (*play)(struct player *player,
	             const struct statement *statement); /* NULL: done by parse */
};

extern const struct verb block_verbs[];
extern const struct verb call_verbs[];
extern const struct verb counter_verbs[];
extern const struct verb delivery_verbs[];
extern const struct verb failure_verbs[];
extern const struct verb setting_verbs[];

/* ---- for reading one ---- */

/* Playing will fill PATCH in. */
void statement_add_patch(struct statement *statement, struct patch patch);

/* The SIZE bytes at OFFSET of the record are TEXT, an expression. */
void statement_set_number(struct statement *statement, const struct words *words, size_t offset,
                          size_t size, const char *text);

/* A field of a verb that fills in a STRUCTURE in the record's place. */
#define STATEMENT_FIELD(structure, name, member)                                        \
	{                                                                               \
		name, offsetof(structure, member), sizeof(((structure *)0)->member), 1, \
		        FIELD_NUMBER, "0"                                               \
	}

/*
 * Those of FIELDS that WORDS have; a word that is none of them is a mistake. The verb itself sets a
 * field without a size.
 */
void statement_set_fields(struct statement *statement, const struct words *words,
                          const struct field *fields);

/* For verbs with one number, which is 0 if it is left out, or with "on" or "off". */
void statement_parse_number(struct statement *statement, const struct words *words);
void statement_parse_switch(struct statement *statement, const struct words *words);

void statement_parse_record(struct statement *statement, const struct words *words);

/* ---- for playing it ---- */

/* Writes the statement's SIZE bytes, with what its expressions are now, to RECORD. */
void statement_fill_in(const struct player *player, const struct statement *statement, void *record,
                       size_t size);

/* What its number is now. */
int64_t statement_number(const struct player *player, const struct statement *statement);

void statement_play_record(struct player *player, const struct statement *statement);

/* LIST and all that come after it. */
void statements_play(struct player *player, const struct statement *list);

#endif
