/* SPDX-License-Identifier: MIT */
/* A schema once it is compiled: what schema_compile.c makes and schema.c checks by. */
#ifndef WARPWISE_SERVER_SCHEMA_RULE_H
#define WARPWISE_SERVER_SCHEMA_RULE_H

#include <regex.h>

#include "server/report/schema.h"

struct member_rule {
	const struct json_node *name;
	const struct rule *rule;
};

struct rule {
	unsigned int types;               /* 1 << enum json_type; 0: any */
	const struct rule *reference;     /* holds too */
	const struct json_node *required; /* array of names */
	struct member_rule *members;
	size_t member_count;
	const struct rule *other_members, *member_names, *items;
	struct member_rule *alternatives; /* exactly one holds; they have no name */
	size_t alternative_count;
	const struct json_node *values; /* one of this array */
	const struct json_node *value;
	regex_t pattern;
	bool has_pattern, is_unique;
	double minimum, maximum, above;
	size_t min_length, min_items, max_items;
	struct rule *next; /* of all, for freeing */
};

struct known_rule {
	struct rule *rule;
};

struct schema {
	struct json json;
	char *text;
	const struct rule *root;
	struct rule *rules;
	struct known_rule
	        *known; /* by node: a $ref meets rules that exist, or that are being made */
};

enum {
	NUMBERS = 1u << JSON_INTEGER | 1u << JSON_REAL,
	BOOLEANS = 1u << JSON_FALSE | 1u << JSON_TRUE
};

/* JSON Schema's names of types; schema_types[SCHEMA_TYPES] of them. */
enum { SCHEMA_TYPES = 7 };

extern const struct schema_type {
	const char *name;
	unsigned int types; /* 1 << enum json_type */
} schema_types[SCHEMA_TYPES];

#endif
