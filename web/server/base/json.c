/* SPDX-License-Identifier: MIT */
/*
 * Reads JSON. One loop over the text with a stack of what is open: a state says what may come next.
 * Any thread.
 */
#include "server/base/json.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/utf8.h"

enum state {
	WANT_VALUE,
	WANT_VALUE_OR_END, /* behind [ */
	WANT_NAME,
	WANT_NAME_OR_END, /* behind { */
	WANT_COMMA_OR_END,
	WANT_NOTHING, /* behind the outermost value */
};

struct parser {
	struct json *json;
	char *at;
	const char *end;
	size_t room, nodes_max;
	size_t open[JSON_DEPTH_MAX]; /* nodes of the arrays and objects around */
	int depth;
	enum state state;
	size_t line;
	const char *line_begin;
};

static int fail(struct parser *parser, const char *format, ...)
        __attribute__((format(printf, 2, 3)));

static int fail(struct parser *parser, const char *format, ...)
{
	char what[96];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(what, sizeof what, format, arguments);
	va_end(arguments);
	snprintf(parser->json->error, JSON_ERROR_MAX, "line %zu, column %zu: %s", parser->line,
	         (size_t)(parser->at - parser->line_begin) + 1, what);
	return -EINVAL;
}

static int add_node(struct parser *parser, enum json_type type, struct json_node **node)
{
	struct json *json = parser->json;

	if (json->count == parser->nodes_max) {
		fail(parser, "more than %zu values", parser->nodes_max);
		return -E2BIG;
	}
	if (json->count == parser->room) {
		const size_t room = parser->room ? parser->room * 2 : 1024;
		struct json_node *grown = reallocarray(json->nodes, room, sizeof *grown);

		if (!grown)
			return -ENOMEM;
		json->nodes = grown;
		parser->room = room;
	}
	*node = &json->nodes[json->count++];
	**node = (struct json_node){ .type = type, .span = 1 };
	return 0;
}

/* ---- strings ---- */

static int hex4(const char *at, const char *end, uint32_t *value)
{
	*value = 0;
	if (end - at < 4)
		return -EINVAL;
	for (int i = 0; i < 4; i++) {
		const char c = at[i];
		const int digit = c >= '0' && c <= '9'   ? c - '0'
		                  : c >= 'a' && c <= 'f' ? c - 'a' + 10
		                  : c >= 'A' && c <= 'F' ? c - 'A' + 10
		                                         : -1;

		if (digit < 0)
			return -EINVAL;
		*value = *value << 4 | (uint32_t)digit;
	}
	return 0;
}

/* \uXXXX, and the second half of a pair; at stands behind the u. */
static int parse_unicode(struct parser *parser, char **out)
{
	uint32_t character, low;

	if (hex4(parser->at, parser->end, &character))
		return fail(parser, "\\u needs four hexadecimal digits");
	parser->at += 4;
	if (character >= 0xd800 && character < 0xdc00) {
		if (parser->end - parser->at < 6 || parser->at[0] != '\\' || parser->at[1] != 'u' ||
		    hex4(parser->at + 2, parser->end, &low) || low < 0xdc00 || low > 0xdfff)
			return fail(parser, "half a surrogate pair");
		parser->at += 6;
		character = 0x10000 + ((character - 0xd800) << 10) + (low - 0xdc00);
	} else if (character >= 0xdc00 && character < 0xe000) {
		return fail(parser, "half a surrogate pair");
	}
	*out += utf8_encode(character, *out);
	return 0;
}

static int parse_escape(struct parser *parser, char **out)
{
	static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
	const char *letter;
	char c;

	if (parser->end - parser->at < 2)
		return fail(parser, "the text ends within a string");
	c = parser->at[1];
	if (c == 'u') {
		parser->at += 2;
		return parse_unicode(parser, out);
	}
	letter = c ? strchr(letters, c) : NULL;
	if (!letter)
		return fail(parser, "no such escape in a string");
	*(*out)++ = meanings[letter - letters];
	parser->at += 2;
	return 0;
}

static int parse_string(struct parser *parser)
{
	struct json_node *node;
	char *out = ++parser->at;
	const char *begin = out;
	int err = add_node(parser, JSON_STRING, &node);

	while (!err && parser->at < parser->end && *parser->at != '"') {
		const size_t length = utf8_length(parser->at, (size_t)(parser->end - parser->at));

		if (*parser->at == '\\') {
			err = parse_escape(parser, &out);
			continue;
		}
		if (!length)
			return fail(parser, "bytes that are no UTF-8");
		if ((unsigned char)*parser->at < 0x20)
			return fail(parser, "a control character in a string");
		memmove(out, parser->at, length);
		out += length;
		parser->at += length;
	}
	if (err)
		return err;
	if (parser->at == parser->end)
		return fail(parser, "the text ends within a string");
	parser->at++;
	node->offset = (uint32_t)(begin - parser->json->text);
	node->size = (uint32_t)(out - begin);
	return 0;
}

/* ---- the other values ---- */

static size_t digits(const char *at, const char *end)
{
	size_t count = 0;

	while (at + count < end && at[count] >= '0' && at[count] <= '9')
		count++;
	return count;
}

static int parse_number(struct parser *parser)
{
	enum { NUMBER_MAX = 64 };
	char copy[NUMBER_MAX + 1];
	const char *c = parser->at + (*parser->at == '-');
	const size_t whole = digits(c, parser->end);
	struct json_node *node;
	bool is_real = false;
	size_t size, more;
	int err;

	if (!whole || (whole > 1 && *c == '0'))
		return fail(parser, "no number");
	c += whole;
	if (c < parser->end && *c == '.') {
		more = digits(++c, parser->end);
		if (!more)
			return fail(parser, "no number");
		c += more;
		is_real = true;
	}
	if (c < parser->end && (*c == 'e' || *c == 'E')) {
		c++;
		c += c < parser->end && (*c == '+' || *c == '-');
		more = digits(c, parser->end);
		if (!more)
			return fail(parser, "no number");
		c += more;
		is_real = true;
	}
	size = (size_t)(c - parser->at);
	if (size > NUMBER_MAX)
		return fail(parser, "a number of more than %d characters", NUMBER_MAX);
	memcpy(copy, parser->at, size); /* strtod() wants an end */
	copy[size] = '\0';
	err = add_node(parser, is_real ? JSON_REAL : JSON_INTEGER, &node);
	if (err)
		return err;
	errno = 0;
	if (!is_real)
		node->integer = strtoll(copy, NULL, 10);
	if (is_real || errno) {
		node->type = JSON_REAL;
		node->real = strtod(copy, NULL);
	}
	parser->at += size;
	return 0;
}

static int parse_word(struct parser *parser)
{
	static const struct {
		const char *text;
		enum json_type type;
	} words[] = { { "null", JSON_NULL }, { "false", JSON_FALSE }, { "true", JSON_TRUE } };
	struct json_node *node;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		const size_t length = strlen(words[i].text);

		if ((size_t)(parser->end - parser->at) >= length &&
		    memcmp(parser->at, words[i].text, length) == 0) {
			parser->at += length;
			return add_node(parser, words[i].type, &node);
		}
	}
	return fail(parser, "a value is missing");
}

static int open_bracket(struct parser *parser)
{
	const bool is_array = *parser->at == '[';
	struct json_node *node;
	int err;

	if (parser->depth == JSON_DEPTH_MAX)
		return fail(parser, "more than %d levels", JSON_DEPTH_MAX);
	err = add_node(parser, is_array ? JSON_ARRAY : JSON_OBJECT, &node);
	if (err)
		return err;
	parser->open[parser->depth++] = parser->json->count - 1;
	parser->state = is_array ? WANT_VALUE_OR_END : WANT_NAME_OR_END;
	parser->at++;
	return 0;
}

/* The innermost array or object; NULL outside. */
static struct json_node *around(struct parser *parser)
{
	return parser->depth ? &parser->json->nodes[parser->open[parser->depth - 1]] : NULL;
}

/* A value is complete. */
static void end_value(struct parser *parser)
{
	struct json_node *node = around(parser);

	parser->state = node ? WANT_COMMA_OR_END : WANT_NOTHING;
	if (node)
		node->count++;
}

static int close_bracket(struct parser *parser)
{
	struct json_node *node = around(parser);

	if (!node || *parser->at != (node->type == JSON_ARRAY ? ']' : '}'))
		return fail(parser, "unexpected '%c'", *parser->at);
	node->span = (uint32_t)(parser->json->count - parser->open[--parser->depth]);
	parser->at++;
	end_value(parser);
	return 0;
}

static void skip_space(struct parser *parser)
{
	for (; parser->at < parser->end && *parser->at && strchr(" \t\r\n", *parser->at);
	     parser->at++)
		if (*parser->at == '\n') {
			parser->line++;
			parser->line_begin = parser->at + 1;
		}
}

static int parse_value(struct parser *parser)
{
	const char c = *parser->at;
	int err;

	if (c == '[' || c == '{')
		return open_bracket(parser);
	err = c == '"'                             ? parse_string(parser)
	      : c == '-' || (c >= '0' && c <= '9') ? parse_number(parser)
	                                           : parse_word(parser);
	if (!err)
		end_value(parser);
	return err;
}

static int parse_name(struct parser *parser)
{
	int err = *parser->at == '"' ? parse_string(parser) : fail(parser, "a name is missing");

	if (err)
		return err;
	skip_space(parser);
	if (parser->at == parser->end || *parser->at != ':')
		return fail(parser, "':' is missing");
	parser->at++;
	parser->state = WANT_VALUE;
	return 0;
}

static int parse_comma(struct parser *parser)
{
	if (*parser->at != ',')
		return fail(parser, "',' is missing");
	parser->at++;
	parser->state = around(parser)->type == JSON_ARRAY ? WANT_VALUE : WANT_NAME;
	return 0;
}

/* The next piece of the text, which is not at its end. */
static int step(struct parser *parser)
{
	const bool is_end = *parser->at == ']' || *parser->at == '}';

	switch (parser->state) {
	case WANT_VALUE_OR_END:
		return is_end ? close_bracket(parser) : parse_value(parser);
	case WANT_VALUE:
		return parse_value(parser);
	case WANT_NAME_OR_END:
		return is_end ? close_bracket(parser) : parse_name(parser);
	case WANT_NAME:
		return parse_name(parser);
	case WANT_COMMA_OR_END:
		return is_end ? close_bracket(parser) : parse_comma(parser);
	default:
		return fail(parser, "more behind the end");
	}
}

int json_parse(struct json *json, char *text, size_t size, size_t nodes_max)
{
	struct parser parser = {
		.json = json,
		.at = text,
		.end = text + size,
		.nodes_max = nodes_max,
		.line = 1,
		.line_begin = text,
	};
	int err = 0;

	*json = (struct json){ .text = text };
	if (size > UINT32_MAX) {
		snprintf(json->error, JSON_ERROR_MAX, "more than 4 GiB");
		return -E2BIG;
	}
	skip_space(&parser);
	while (!err && parser.at < parser.end) {
		err = step(&parser);
		skip_space(&parser);
	}
	if (!err && parser.state != WANT_NOTHING)
		err = fail(&parser, "the text ends too early");
	if (err) {
		free(json->nodes);
		json->nodes = NULL;
		json->count = 0;
	}
	return err;
}

void json_release(struct json *json)
{
	free(json->nodes);
	json->nodes = NULL;
	json->count = 0;
}

bool json_is_text(const struct json *json, const struct json_node *node, const char *text)
{
	return node && node->type == JSON_STRING && node->size == strlen(text) &&
	       memcmp(json->text + node->offset, text, node->size) == 0;
}

const struct json_node *json_member(const struct json *json, const struct json_node *node,
                                    const char *name)
{
	if (node)
		JSON_EACH_MEMBER(member, node)
	if (json_is_text(json, member, name))
		return member + 1;
	return NULL;
}

int64_t json_integer_or(const struct json_node *node, int64_t fallback)
{
	return node && node->type == JSON_INTEGER ? node->integer : fallback;
}
