/* SPDX-License-Identifier: MIT */
/* Compiles a JSON Schema into rules: each keyword is one row of keywords[]. One thread at a time.
 */
#include "server/report/schema_rule.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct schema_type schema_types[SCHEMA_TYPES] = {
	{ "null", 1u << JSON_NULL },       { "boolean", BOOLEANS },
	{ "integer", 1u << JSON_INTEGER }, { "number", NUMBERS },
	{ "string", 1u << JSON_STRING },   { "array", 1u << JSON_ARRAY },
	{ "object", 1u << JSON_OBJECT },
};

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
	for (size_t i = 0; i < SCHEMA_TYPES; i++)
		if (json_is_text(&schema->json, name, schema_types[i].name)) {
			rule->types |= schema_types[i].types;
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
