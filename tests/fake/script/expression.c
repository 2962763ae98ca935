/* SPDX-License-Identifier: MIT */
/* Compiles and evaluates a script's arithmetic. Evaluated on the threads that play records. */
#include "expression.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *const expression_variables[EXPRESSION_VARIABLES] = {
	[VAR_I] = "i", [VAR_J] = "j",     [VAR_K] = "k",
	[VAR_T] = "t", [VAR_TID] = "tid", [VAR_PID] = "pid",
};

struct parser {
	struct expression *out;
	const char *at;
	int64_t epoch;
	int err;
};

static void push(struct parser *parser, char code, int64_t value)
{
	struct expression *out = parser->out;

	if (out->count == EXPRESSION_OPS) {
		parser->err = -EINVAL;
		return;
	}
	out->op[out->count].code = code;
	out->op[out->count++].value = value;
}

static void parse_sum(struct parser *parser);

static void parse_variable(struct parser *parser)
{
	size_t length = 0;

	while (isalpha((unsigned char)parser->at[length]))
		length++;
	for (int i = 0; i < EXPRESSION_VARIABLES; i++)
		if (length && strlen(expression_variables[i]) == length &&
		    strncmp(expression_variables[i], parser->at, length) == 0) {
			push(parser, 'v', i);
			parser->out->is_constant = false;
			parser->at += length;
			return;
		}
	parser->err = -EINVAL;
}

static void parse_factor(struct parser *parser)
{
	char *end;

	if (parser->err)
		return;
	if (*parser->at == '(') {
		parser->at++;
		parse_sum(parser);
		if (*parser->at++ != ')')
			parser->err = -EINVAL;
	} else if (*parser->at == '-') {
		parser->at++;
		push(parser, 'n', 0);
		parse_factor(parser);
		push(parser, '-', 0);
	} else if (*parser->at == '@') {
		parser->at++;
		push(parser, 'n', parser->epoch);
	} else if (isdigit((unsigned char)*parser->at)) {
		push(parser, 'n', (int64_t)strtoull(parser->at, &end, 0));
		parser->at = end;
	} else {
		parse_variable(parser);
	}
}

static void parse_product(struct parser *parser)
{
	parse_factor(parser);
	while (!parser->err && *parser->at && strchr("*/%", *parser->at)) {
		char code = *parser->at++;

		parse_factor(parser);
		push(parser, code, 0);
	}
}

static void parse_sum(struct parser *parser)
{
	parse_product(parser);
	while (!parser->err && *parser->at && strchr("+-", *parser->at)) {
		char code = *parser->at++;

		parse_product(parser);
		push(parser, code, 0);
	}
}

int expression_parse(struct expression *expression, const char *text, int64_t epoch)
{
	struct parser parser = { expression, text, epoch, 0 };

	expression->count = 0;
	expression->is_constant = true;
	parse_sum(&parser);
	return parser.err || *parser.at ? -EINVAL : 0;
}

int64_t expression_value(const struct expression *expression, const struct variables *variables)
{
	uint64_t stack[EXPRESSION_OPS];
	size_t top = 0;

	for (size_t i = 0; i < expression->count; i++) {
		char code = expression->op[i].code;
		uint64_t b;

		if (code == 'n' || code == 'v') {
			int64_t value = expression->op[i].value;

			stack[top++] = (uint64_t)(code == 'n' ? value : variables->value[value]);
			continue;
		}
		b = stack[--top];
		if (code == '+')
			stack[top - 1] += b;
		else if (code == '-')
			stack[top - 1] -= b;
		else if (code == '*')
			stack[top - 1] *= b;
		else if (b == 0)
			stack[top - 1] = 0;
		else if (code == '/')
			stack[top - 1] /= b;
		else
			stack[top - 1] %= b;
	}
	return (int64_t)stack[0];
}
