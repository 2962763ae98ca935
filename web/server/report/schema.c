/* SPDX-License-Identifier: MIT */
/*
 * Checks JSON against a JSON Schema's rules (schema_rule.h). Any number of threads; each recurses
 * as deep as the value, which json_parse() has limited.
 */
#include "server/report/schema_rule.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One step from the outermost value to the one at hand. */
struct step {
	const struct json_node *name; /* of a member; NULL: in an array */
	size_t index;
};

struct check {
	const struct schema *schema;
	const struct json *json;
	struct schema_error *error;
	struct step path[JSON_DEPTH_MAX + 1];
	int depth;
};

static int check_value(struct check *check, const struct rule *rule, const struct json_node *node);

static void print_name(char *out, size_t room, const char *name, size_t size)
{
	size_t used = 0;

	for (size_t i = 0; i < size && used + 3 < room; i++) {
		if (name[i] == '~' || name[i] == '/') {
			out[used++] = '~';
			out[used++] = name[i] == '~' ? '0' : '1';
		} else {
			out[used++] = name[i];
		}
	}
	out[used] = '\0';
}

static int wrong(struct check *check, const char *format, ...)
        __attribute__((format(printf, 2, 3)));

static int wrong(struct check *check, const char *format, ...)
{
	char *out = check->error->pointer;
	size_t used = 0;
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(check->error->text, SCHEMA_ERROR_MAX, format, arguments);
	va_end(arguments);
	*out = '\0';
	for (int i = 0; i < check->depth && used + 32 < SCHEMA_POINTER_MAX; i++) {
		const struct step *step = &check->path[i];

		out[used++] = '/';
		if (step->name)
			print_name(out + used, SCHEMA_POINTER_MAX - used,
			           check->json->text + step->name->offset, step->name->size);
		else
			snprintf(out + used, SCHEMA_POINTER_MAX - used, "%zu", step->index);
		used += strlen(out + used);
	}
	return -EINVAL;
}

/* Name of TYPES for people: "integer or null". */
static const char *print_types(unsigned int mask, char out[96])
{
	size_t used = 0;

	*out = '\0';
	for (size_t i = 0; i < SCHEMA_TYPES && used < 64; i++) {
		if ((schema_types[i].types & mask) != schema_types[i].types)
			continue;
		used += (size_t)snprintf(out + used, 96 - used, "%s%s", used ? " or " : "",
		                         schema_types[i].name);
	}
	return out;
}

/* Scalars alone: all that enum and const hold in this schema. */
static bool is_same(const struct check *check, const struct json_node *node,
                    const struct json_node *want)
{
	const char *text = check->schema->json.text;

	if (node->type != want->type)
		return false;
	if (node->type == JSON_STRING)
		return node->size == want->size && memcmp(check->json->text + node->offset,
		                                          text + want->offset, node->size) == 0;
	return node->type <= JSON_TRUE || node->integer == want->integer;
}

static int check_choice(struct check *check, const struct rule *rule, const struct json_node *node)
{
	if (rule->value && !is_same(check, node, rule->value))
		return wrong(check, "is not the value that the schema wants");
	if (!rule->values)
		return 0;
	JSON_EACH(value, rule->values)
	if (is_same(check, node, value))
		return 0;
	return wrong(check, "is none of the schema's values");
}

static int check_number(struct check *check, const struct rule *rule, const struct json_node *node)
{
	const double value = node->type == JSON_REAL ? node->real : (double)node->integer;

	if (value < rule->minimum)
		return wrong(check, "is below %g", rule->minimum);
	if (value > rule->maximum)
		return wrong(check, "is above %g", rule->maximum);
	if (value <= rule->above)
		return wrong(check, "is not above %g", rule->above);
	return 0;
}

static int check_string(struct check *check, const struct rule *rule, const struct json_node *node)
{
	char copy[256];

	if (node->size < rule->min_length)
		return wrong(check, "is empty");
	if (!rule->has_pattern)
		return 0;
	/* The patterns are of ids: what is longer is none. */
	if (node->size < sizeof copy) {
		memcpy(copy, check->json->text + node->offset, node->size);
		copy[node->size] = '\0';
		if (strlen(copy) == node->size && regexec(&rule->pattern, copy, 0, NULL, 0) == 0)
			return 0;
	}
	return wrong(check, "does not have the form that the schema wants");
}

static int compare_integers(const void *a, const void *b)
{
	const int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

	return (left > right) - (left < right);
}

static int check_unique(struct check *check, const struct json_node *node)
{
	int64_t *values = calloc(node->count + 1, sizeof *values);
	size_t count = 0;
	int err = 0;

	if (!values)
		return wrong(check, "out of memory");
	JSON_EACH(value, node)
	if (value->type == JSON_INTEGER)
		values[count++] = value->integer;
	qsort(values, count, sizeof *values, compare_integers);
	for (size_t i = 1; i < count && !err; i++)
		if (values[i] == values[i - 1])
			err = wrong(check, "has %lld twice", (long long)values[i]);
	free(values);
	return err;
}

static int check_array(struct check *check, const struct rule *rule, const struct json_node *node)
{
	struct step *step = &check->path[check->depth];
	int err = 0;

	if (node->count < rule->min_items || node->count > rule->max_items)
		return wrong(check, "has %u items", node->count);
	if (rule->is_unique && check_unique(check, node))
		return -EINVAL;
	if (!rule->items)
		return 0;
	*step = (struct step){ 0 };
	check->depth++;
	JSON_EACH(value, node)
	{
		err = check_value(check, rule->items, value);
		if (err)
			break;
		step->index++;
	}
	check->depth--;
	return err;
}

static const struct rule *member_rule(const struct check *check, const struct rule *rule,
                                      const struct json_node *name)
{
	const char *text = check->schema->json.text;

	for (size_t i = 0; i < rule->member_count; i++) {
		const struct json_node *known = rule->members[i].name;

		if (known->size == name->size &&
		    memcmp(text + known->offset, check->json->text + name->offset, name->size) == 0)
			return rule->members[i].rule;
	}
	return rule->other_members;
}

static int check_required(struct check *check, const struct rule *rule,
                          const struct json_node *node)
{
	const char *text = check->schema->json.text;

	JSON_EACH(name, rule->required)
	{
		bool is_there = false;

		JSON_EACH_MEMBER(member, node)
		is_there = is_there || (member->size == name->size &&
		                        memcmp(check->json->text + member->offset,
		                               text + name->offset, name->size) == 0);
		if (!is_there)
			return wrong(check, "lacks \"%.*s\"", (int)name->size, text + name->offset);
	}
	return 0;
}

static int check_object(struct check *check, const struct rule *rule, const struct json_node *node)
{
	int err = rule->required ? check_required(check, rule, node) : 0;

	if (err)
		return err;
	check->depth++;
	JSON_EACH_MEMBER(name, node)
	{
		const struct rule *member = member_rule(check, rule, name);

		check->path[check->depth - 1] = (struct step){ .name = name };
		if (rule->member_names)
			err = check_value(check, rule->member_names, name);
		if (!err && member)
			err = check_value(check, member, name + 1);
		if (err)
			break;
	}
	check->depth--;
	return err;
}

/* Whether the type alone is right: it tells null and object apart, for a better message. */
static bool has_type(const struct rule *rule, const struct json_node *node)
{
	for (; rule; rule = rule->reference)
		if (rule->types && !(rule->types & 1u << node->type))
			return false;
	return true;
}

static int check_alternatives(struct check *check, const struct rule *rule,
                              const struct json_node *node)
{
	const struct rule *likely = NULL;
	size_t held = 0, candidates = 0;

	for (size_t i = 0; i < rule->alternative_count; i++)
		if (has_type(rule->alternatives[i].rule, node)) {
			likely = rule->alternatives[i].rule;
			candidates++;
		}
	if (candidates == 1)
		return check_value(check, likely, node);
	for (size_t i = 0; i < rule->alternative_count && candidates; i++)
		held += check_value(check, rule->alternatives[i].rule, node) == 0;
	return held == 1 ? 0 : wrong(check, "fits %zu of the schema's forms, not one", held);
}

static int check_value(struct check *check, const struct rule *rule, const struct json_node *node)
{
	char names[96];
	int err;

	if (rule->types && !(rule->types & 1u << node->type))
		return wrong(check, "must be %s", print_types(rule->types, names));
	err = check_choice(check, rule, node);
	if (!err && rule->reference)
		err = check_value(check, rule->reference, node);
	if (!err && (1u << node->type & NUMBERS))
		err = check_number(check, rule, node);
	else if (!err && node->type == JSON_STRING)
		err = check_string(check, rule, node);
	else if (!err && node->type == JSON_ARRAY)
		err = check_array(check, rule, node);
	else if (!err && node->type == JSON_OBJECT)
		err = check_object(check, rule, node);
	if (!err && rule->alternative_count)
		err = check_alternatives(check, rule, node);
	return err;
}

int schema_check(const struct schema *schema, const struct json *json, struct schema_error *error)
{
	struct check check = { .schema = schema, .json = json, .error = error };

	return check_value(&check, schema->root, json->nodes);
}
