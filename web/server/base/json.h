/* SPDX-License-Identifier: MIT */
/*
 * Reads JSON that may be hostile (RFC 8259) into an array of nodes, 16 bytes each, in the order of
 * the text: an array is its node and then its values, an object its node and then a string and a
 * value for each member. Depth, nodes and bytes are limited; nothing recurses.
 */
#ifndef WARPWISE_SERVER_JSON_H
#define WARPWISE_SERVER_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum json_type {
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_INTEGER, /* fits int64_t */
	JSON_REAL,
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT,
};

struct json_node {
	uint32_t type; /* enum json_type */
	uint32_t span; /* nodes of this value, itself included: node + span is what follows it */
	union {
		int64_t integer;
		double real;
		struct {
			uint32_t offset, size; /* of a string, in the text, unescaped */
		};
		uint32_t count; /* values of an array, members of an object */
	};
};

enum {
	JSON_ERROR_MAX = 160,
	JSON_DEPTH_MAX = 64,
};

struct json {
	char *text; /* strings are unescaped in place */
	struct json_node *nodes;
	size_t count;
	char error[JSON_ERROR_MAX]; /* "line 3, column 7: a value is missing" */
};

/*
 * Parses SIZE bytes of TEXT, which is changed, must outlive JSON and stays the caller's. Returns 0;
 * -EINVAL with error set; -E2BIG for more than NODES_MAX nodes, also with error set; -ENOMEM.
 */
int json_parse(struct json *json, char *text, size_t size, size_t nodes_max);
void json_release(struct json *json);

/* The value of the member NAME; NULL where NODE is no object or has none. The first, of several. */
const struct json_node *json_member(const struct json *json, const struct json_node *node,
                                    const char *name);

bool json_is_text(const struct json *json, const struct json_node *node, const char *text);

/* The value of a number that may be missing or of another type: then FALLBACK. */
int64_t json_integer_or(const struct json_node *node, int64_t fallback);

/* All values of an array; does nothing where NODE is none. */
#define JSON_EACH(value, node)                                                                 \
	for (const struct json_node *                                                          \
	             value = (node) + 1,                                                       \
	            *value##_end = (node)->type == JSON_ARRAY ? (node) + (node)->span : value; \
	     value < value##_end; value += value->span)

/* All members of an object, by their names; the value is name + 1. */
#define JSON_EACH_MEMBER(name, node)                                                          \
	for (const struct json_node *                                                         \
	             name = (node) + 1,                                                       \
	            *name##_end = (node)->type == JSON_OBJECT ? (node) + (node)->span : name; \
	     name < name##_end; name += 1 + name[1].span)

#endif
