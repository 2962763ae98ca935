/* SPDX-License-Identifier: MIT */
/*
 * Checks a JSON value against a JSON Schema: the part of draft 2020-12 that report.schema.json
 * uses. A keyword that is not known is an error of schema_compile(), so that none is passed over in
 * silence.
 *
 * Members that the schema does not name are allowed everywhere (additionalProperties and
 * unevaluatedProperties with false do nothing): a newer warpwise may add some within a version.
 */
#ifndef WARPWISE_SERVER_SCHEMA_H
#define WARPWISE_SERVER_SCHEMA_H

#include "server/base/json.h"

struct schema;

enum {
	SCHEMA_ERROR_MAX = 256,
	SCHEMA_POINTER_MAX = 256,
};

/* What is wrong, and where (a JSON pointer, RFC 6901; "" is the whole). */
struct schema_error {
	char pointer[SCHEMA_POINTER_MAX], text[SCHEMA_ERROR_MAX];
};

/*
 * TEXT holds a schema; it is copied. Returns 0 with *SCHEMA, for schema_free(); -EINVAL or -ENOMEM
 * with *ERROR set.
 */
int schema_compile(const char *text, struct schema **schema, struct schema_error *error);
void schema_free(struct schema *schema);

/* Whether the outermost value of JSON fits: 0, or -EINVAL with *ERROR. Any thread. */
int schema_check(const struct schema *schema, const struct json *json, struct schema_error *error);

#endif
