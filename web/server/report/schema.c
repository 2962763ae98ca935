/* SPDX-License-Identifier: MIT */
/*
 * Checks JSON against a JSON Schema. The schema is compiled once into rules; each keyword is one
 * row of keywords[]. Compiling: one thread; checking: any number of threads, each recurses as deep
 * as the value, which json_parse() has limited.
 */
#include "server/report/schema.h"

#include <errno.h>
#include <math.h>
#include <regex.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static const struct {
	const char *name;
	unsigned int types;
} types[] = {
	{ "null", 1u << JSON_NULL },       { "boolean", BOOLEANS },
	{ "integer", 1u << JSON_INTEGER }, { "number", NUMBERS },
	{ "string", 1u << JSON_STRING },   { "array", 1u << JSON_ARRAY },
	{ "object", 1u << JSON_OBJECT },
};

/* ---- compiling ---- */

static int compile(struct schema *schema, const struct json_node *node, const struct rule **rule,
                   struct schema_error *error);

static int bad(struct schema_error *error, const char *what)
{
	snprintf(error->text, SCHEMA_ERROR_MAX, "the schema's %s", what);
	return -EINVAL;
}

static char *copy_text(const struct json *json, const struct json_node *node)
{
	return strndup(json->text + node->offset, node->size);
}

static int add_type(const struct schema *schema, const struct json_node *name, struct rule *rule)
{
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (json_is_text(&schema->json, name, types[i].name)) {
			rule->types |= types[i].types;
			return 0;
		}
	return -EINVAL;
}

static int compile_type(struct schema *schema, const struct json_node *node, struct rule *rule,
                        struct schema_error *error)
{
	int err = node->type == JSON_ARRAY ? 0 : add_type(schema, node, rule);

	JSON_EACH(name, node)
	err = err ? err : add_type(schema, name, rule);
	return err ? bad(error, "type is unknown") : 0;
}

static int compile_reference(struct schema *schema, const struct json_node *node, struct rule *rule,
                             struct schema_error *error)
{
	static const char prefix[] = "#/$defs/";
	const struct json_node *definitions =
	        json_member(&schema->json, schema->json.nodes, "$defs");
	char *text = copy_text(&schema->json, node);
	const struct json_node *target = NULL;

	if (!text)
		return -ENOMEM;
	if (strncmp(text, prefix, sizeof prefix - 1) == 0)
		target = json_member(&schema->json, definitions, text + sizeof prefix - 1);
	free(text);
	if (!target)
		return bad(error, "$ref leads nowhere");
	return compile(schema, target, &rule->reference, error);
}

static int compile_members(struct schema *schema, const struct json_node *node, struct rule *rule,
                           struct schema_error *error)
{
	int err = 0;

	rule->members = calloc(node->count + 1, sizeof *rule->members);
	if (!rule->members)
		return -ENOMEM;
	JSON_EACH_MEMBER(name, node)
	{
		struct member_rule *member = &rule->members[rule->member_count++];

		member->name = name;
		err = err ? err : compile(schema, name + 1, &member->rule, error);
	}
	return err;
}

static int compile_alternatives(struct schema *schema, const struct json_node *node,
                                struct rule *rule, struct schema_error *error)
{
	int err = 0;

	rule->alternatives = calloc(node->count + 1, sizeof *rule->alternatives);
	if (!rule->alternatives)
		return -ENOMEM;
	JSON_EACH(alternative, node)
	if (!err)
		err = compile(schema, alternative,
		              &rule->alternatives[rule->alternative_count++].rule, error);
	return err;
}

static int compile_pattern(struct schema *schema, const struct json_node *node, struct rule *rule,
                           struct schema_error *error)
{
	char *text = copy_text(&schema->json, node);
	int err;

	if (!text)
		return -ENOMEM;
	err = regcomp(&rule->pattern, text, REG_EXTENDED | REG_NOSUB);
	free(text);
	if (err)
		return bad(error, "pattern is no regular expression");
	rule->has_pattern = true;
	return 0;
}

static int compile_required(struct schema *schema, const struct json_node *node, struct rule *rule,
                            struct schema_error *error)
{
	(void)schema;
	(void)error;
	rule->required = node;
	return 0;
}

static int compile_values(struct schema *schema, const struct json_node *node, struct rule *rule,
                          struct schema_error *error)
{
	(void)schema;
	(void)error;
	rule->values = node;
	return 0;
}

static int compile_value(struct schema *schema, const struct json_node *node, struct rule *rule,
                         struct schema_error *error)
{
	(void)schema;
	(void)error;
	rule->value = node;
	return 0;
}

static int compile_other_members(struct schema *schema, const struct json_node *node,
                                 struct rule *rule, struct schema_error *error)
{
	return node->type == JSON_FALSE ? 0 : compile(schema, node, &rule->other_members, error);
}

static int compile_member_names(struct schema *schema, const struct json_node *node,
                                struct rule *rule, struct schema_error *error)
{
	return compile(schema, node, &rule->member_names, error);
}

static int compile_items(struct schema *schema, const struct json_node *node, struct rule *rule,
                         struct schema_error *error)
{
	return compile(schema, node, &rule->items, error);
}

static int compile_nothing(struct schema *schema, const struct json_node *node, struct rule *rule,
                           struct schema_error *error)
{
	(void)schema;
	(void)node;
	(void)rule;
	(void)error;
	return 0;
}

#define DEFINE_NUMBER(keyword, member, cast)                                              \
	static int compile_##keyword(struct schema *schema, const struct json_node *node, \
	                             struct rule *rule, struct schema_error *error)       \
	{                                                                                 \
		(void)schema;                                                             \
		if (node->type != JSON_INTEGER)                                           \
			return bad(error, #keyword " is no integer");                     \
		rule->member = (cast)node->integer;                                       \
		return 0;                                                                 \
	}
DEFINE_NUMBER(minimum, minimum, double)
DEFINE_NUMBER(maximum, maximum, double)
DEFINE_NUMBER(exclusiveMinimum, above, double)
DEFINE_NUMBER(minLength, min_length, size_t)
DEFINE_NUMBER(minItems, min_items, size_t)
DEFINE_NUMBER(maxItems, max_items, size_t)

static int compile_unique(struct schema *schema, const struct json_node *node, struct rule *rule,
                          struct schema_error *error)
{
	(void)schema;
	(void)error;
	rule->is_unique = node->type == JSON_TRUE;
	return 0;
}

static const struct {
	const char *name;
	int (*compile)(struct schema *schema, const struct json_node *node, struct rule *rule,
	               struct schema_error *error);
} keywords[] = {
	{ "type", compile_type },
	{ "$ref", compile_reference },
	{ "properties", compile_members },
	{ "required", compile_required },
	{ "additionalProperties", compile_other_members },
	{ "unevaluatedProperties", compile_nothing },
	{ "propertyNames", compile_member_names },
	{ "items", compile_items },
	{ "oneOf", compile_alternatives },
	{ "enum", compile_values },
	{ "const", compile_value },
	{ "pattern", compile_pattern },
	{ "minimum", compile_minimum },
	{ "maximum", compile_maximum },
	{ "exclusiveMinimum", compile_exclusiveMinimum },
	{ "minLength", compile_minLength },
	{ "minItems", compile_minItems },
	{ "maxItems", compile_maxItems },
	{ "uniqueItems", compile_unique },
	{ "title", compile_nothing },
	{ "description", compile_nothing },
	{ "$schema", compile_nothing },
	{ "$id", compile_nothing },
	{ "$defs", compile_nothing },
};

static int compile_keyword(struct schema *schema, const struct json_node *name, struct rule *rule,
                           struct schema_error *error)
{
	for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
		if (json_is_text(&schema->json, name, keywords[i].name))
			return keywords[i].compile(schema, name + 1, rule, error);
	snprintf(error->text, SCHEMA_ERROR_MAX, "the schema's keyword is unknown: %.*s",
	         (int)name->size, schema->json.text + name->offset);
	return -EINVAL;
}

static int compile(struct schema *schema, const struct json_node *node, const struct rule **rule,
                   struct schema_error *error)
{
	struct known_rule *known = &schema->known[node - schema->json.nodes];
	struct rule *made = known->rule;
	int err = 0;

	*rule = made;
	if (made)
		return 0;
	made = malloc(sizeof *made);
	if (!made)
		return -ENOMEM;
	*made = (struct rule){
		.minimum = -INFINITY,
		.maximum = INFINITY,
		.above = -INFINITY,
		.max_items = SIZE_MAX,
		.next = schema->rules,
	};
	*rule = known->rule = schema->rules = made;
	JSON_EACH_MEMBER(name, node)
	err = err ? err : compile_keyword(schema, name, made, error);
	return err;
}

int schema_compile(const char *text, struct schema **schema, struct schema_error *error)
{
	struct schema *made = calloc(1, sizeof *made);
	int err = -ENOMEM;

	*error = (struct schema_error){ .text = "out of memory" };
	if (made)
		made->text = strdup(text);
	if (!made || !made->text)
		goto out;
	err = json_parse(&made->json, made->text, strlen(text), SIZE_MAX);
	if (err) {
		snprintf(error->text, SCHEMA_ERROR_MAX, "%s", made->json.error);
		goto out;
	}
	made->known = calloc(made->json.count, sizeof *made->known);
	err = made->known ? compile(made, made->json.nodes, &made->root, error) : -ENOMEM;
out:
	if (err) {
		schema_free(made);
		made = NULL;
	}
	*schema = made;
	return err;
}

void schema_free(struct schema *schema)
{
	struct rule *next;

	if (!schema)
		return;
	for (struct rule *rule = schema->rules; rule; rule = next) {
		next = rule->next;
		if (rule->has_pattern)
			regfree(&rule->pattern);
		free(rule->members);
		free(rule->alternatives);
		free(rule);
	}
	free(schema->known);
	json_release(&schema->json);
	free(schema->text);
	free(schema);
}

/* ---- checking ---- */

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
	for (size_t i = 0; i < sizeof types / sizeof *types && used < 64; i++) {
		if ((types[i].types & mask) != types[i].types)
			continue;
		used += (size_t)snprintf(out + used, 96 - used, "%s%s", used ? " or " : "",
		                         types[i].name);
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
