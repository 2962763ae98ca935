/* SPDX-License-Identifier: MIT */
/*
 * Activity records as the script's language has them: for each statement the kind and size of the
 * record and the fields that can be set, in the layout of CUPTI's own headers.
 */
#ifndef WARPWISE_FAKE_RECORD_H
#define WARPWISE_FAKE_RECORD_H

#include <stddef.h>
#include <stdint.h>
#include <cupti.h>

enum { RECORD_MAX = 512 }; /* bytes; the largest record CUPTI has is smaller */

enum field_type { FIELD_NUMBER, FIELD_TEXT, FIELD_RUNTIME_CALL, FIELD_DRIVER_CALL, FIELD_BYTES };

struct field {
	const char *name;
	size_t offset;
	size_t size;  /* of one value */
	size_t count; /* values, separated by commas; they follow each other in the record */
	enum field_type type;
	const char *preset; /* value of a field that the statement does not name; NULL: 0 */
};

struct record_type {
	const char *name; /* of the statement */
	CUpti_ActivityKind kind;
	size_t size;                /* of the newest layout; the older ones begin like it */
	const struct field *fields; /* the last has no name */
	const char *times[2];       /* the fields that `zero-times` clears */
};

/* The last has no name. */
extern const struct record_type record_types[];

const struct record_type *record_type_named(const char *name);

/* Bytes of a record of TYPE in the version that is played: what lies behind them it does not have.
 */
size_t record_type_size(const struct record_type *type);

/* Bytes of a record in a buffer, 0 for what is no record. AVAILABLE: bytes up to the end of the
 * valid part. */
size_t record_size(const CUpti_Activity *record, size_t available);

#endif
