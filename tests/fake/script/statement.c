/* SPDX-License-Identifier: MIT */
/* Statements: the places in one that an expression fills in, and its number. */
#include "statement.h"

#include <string.h>

void statement_add_patch(struct statement *statement, struct patch patch)
{
	struct patch *added = allocate_zeroed(sizeof *added);

	*added = patch;
	added->next = statement->patches;
	statement->patches = added;
}

void statement_set_number(struct statement *statement, const struct words *words, size_t offset,
                          size_t size, const char *text)
{
	struct expression number = words_number(words, text);
	struct variables none = { { 0 } };
	int64_t value;

	if (!number.is_constant) {
		statement_add_patch(statement, (struct patch){ offset, size, number, NULL, NULL });
		return;
	}
	value = expression_value(&number, &none);
	memcpy(statement->record + offset, &value, size); /* little-endian, like all CUDA hosts */
}

void statement_set_fields(struct statement *statement, const struct words *words,
                          const struct field *fields)
{
	words_check_keys(words, fields);
	for (const struct field *field = fields; field->name; field++) {
		const char *value = field->size ? words_value(words, field->name) : NULL;

		if (value)
			statement_set_number(statement, words, field->offset, field->size, value);
	}
}

void statement_fill_in(const struct player *player, const struct statement *statement, void *record,
                       size_t size)
{
	memcpy(record, statement->record, size);
	for (const struct patch *patch = statement->patches; patch; patch = patch->next) {
		int64_t value;

		if (patch->text)
			value = (int64_t)(uintptr_t)text_value(patch->text, &player->variables);
		else
			value = expression_value(&patch->number, &player->variables);
		memcpy((uint8_t *)record + patch->offset, &value, patch->size);
	}
}

void statement_parse_number(struct statement *statement, const struct words *words)
{
	statement->number = words_number(words, words->count > 1 ? words->word[1] : "0");
}

void statement_parse_switch(struct statement *statement, const struct words *words)
{
	bool is_on = strcmp(words_argument(words, 1), "on") == 0;

	if (!is_on && strcmp(words->word[1], "off") != 0)
		words_mistake(words, "neither on nor off", words->word[1]);
	statement->number = words_number(words, is_on ? "1" : "0");
}

int64_t statement_number(const struct player *player, const struct statement *statement)
{
	return expression_value(&statement->number, &player->variables);
}
