/* SPDX-License-Identifier: MIT */
/* Names of wide characters. Runs on the program's threads. */
#include "timeline/nvtx_wide.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "timeline/nvtx_interface.h"

enum { NAME_BYTES = 1024, CHARACTER_BYTES = 4 };

/* CUPTI's functions, the same for all copies of NVTX. Set once, under nvtx.c's lock: what is put
 * into tables after that reads them without. */
static struct {
	void (*mark)(const char *name);
	void (*mark_ex)(const struct nvtx_attributes *attributes);
	uint64_t (*start)(const char *name);
	uint64_t (*start_ex)(const struct nvtx_attributes *attributes);
	int (*push)(const char *name);
	int (*push_ex)(const struct nvtx_attributes *attributes);
	void (*domain_mark)(void *domain, const struct nvtx_attributes *attributes);
	uint64_t (*domain_start)(void *domain, const struct nvtx_attributes *attributes);
	int (*domain_push)(void *domain, const struct nvtx_attributes *attributes);
	void *(*string)(void *domain, const char *text);
	void *(*domain)(const char *name);
} real;

/* ---- names ---- */

struct name {
	char few[NAME_BYTES];
	char *text; /* few, or memory; NULL: there was none */
};

static char *append(char *end, uint32_t character)
{
	if (character > 0x10ffff || (character >= 0xd800 && character < 0xe000))
		character = 0xfffd; /* what stands for what is none */
	if (character < 0x80) {
		*end++ = (char)character;
	} else if (character < 0x800) {
		*end++ = (char)(0xc0 | character >> 6);
		*end++ = (char)(0x80 | (character & 0x3f));
	} else if (character < 0x10000) {
		*end++ = (char)(0xe0 | character >> 12);
		*end++ = (char)(0x80 | (character >> 6 & 0x3f));
		*end++ = (char)(0x80 | (character & 0x3f));
	} else {
		*end++ = (char)(0xf0 | character >> 18);
		*end++ = (char)(0x80 | (character >> 12 & 0x3f));
		*end++ = (char)(0x80 | (character >> 6 & 0x3f));
		*end++ = (char)(0x80 | (character & 0x3f));
	}
	return end;
}

/* In UTF-8. Release after use. */
static const char *name_init(struct name *name, const wchar_t *wide)
{
	const size_t bytes = wide ? CHARACTER_BYTES * wcslen(wide) + 1 : 1;
	char *end;

	name->text = bytes <= sizeof name->few ? name->few : malloc(bytes);
	if (!name->text)
		return "";
	for (end = name->text; wide && *wide; wide++)
		end = append(end, (uint32_t)*wide);
	*end = '\0';
	return name->text;
}

static void name_release(struct name *name)
{
	if (name->text != name->few)
		free(name->text);
}

/* ---- in the places of the functions for wide characters ---- */

static void mark_wide(const wchar_t *wide)
{
	struct name name;

	real.mark(name_init(&name, wide));
	name_release(&name);
}

static uint64_t start_wide(const wchar_t *wide)
{
	struct name name;
	const uint64_t range = real.start(name_init(&name, wide));

	name_release(&name);
	return range;
}

static int push_wide(const wchar_t *wide)
{
	struct name name;
	const int level = real.push(name_init(&name, wide));

	name_release(&name);
	return level;
}

static void *string_wide(void *domain, const wchar_t *wide)
{
	struct name name;
	void *string = real.string(domain, name_init(&name, wide));

	name_release(&name);
	return string;
}

static void *domain_wide(const wchar_t *wide)
{
	struct name name;
	void *domain = real.domain(name_init(&name, wide));

	name_release(&name);
	return domain;
}

/* ---- in the places of the functions for both ---- */

/* What goes on to CUPTI: the program's ATTRIBUTES, or OURS with the name in UTF-8. */
static const struct nvtx_attributes *narrow(const struct nvtx_attributes *attributes,
                                            struct nvtx_attributes *ours, struct name *name)
{
	name->text = NULL;
	if (!attributes || attributes->size < sizeof *ours ||
	    attributes->message_type != NVTX_WIDE_NAME)
		return attributes;
	*ours = *attributes;
	ours->size = sizeof *ours;
	ours->message_type = NVTX_NAME;
	ours->message = name_init(name, attributes->message);
	return ours;
}

static void mark_ex(const struct nvtx_attributes *attributes)
{
	struct nvtx_attributes ours;
	struct name name;

	real.mark_ex(narrow(attributes, &ours, &name));
	name_release(&name);
}

static uint64_t start_ex(const struct nvtx_attributes *attributes)
{
	struct nvtx_attributes ours;
	struct name name;
	const uint64_t range = real.start_ex(narrow(attributes, &ours, &name));

	name_release(&name);
	return range;
}

static int push_ex(const struct nvtx_attributes *attributes)
{
	struct nvtx_attributes ours;
	struct name name;
	const int level = real.push_ex(narrow(attributes, &ours, &name));

	name_release(&name);
	return level;
}

static void domain_mark(void *domain, const struct nvtx_attributes *attributes)
{
	struct nvtx_attributes ours;
	struct name name;

	real.domain_mark(domain, narrow(attributes, &ours, &name));
	name_release(&name);
}

static uint64_t domain_start(void *domain, const struct nvtx_attributes *attributes)
{
	struct nvtx_attributes ours;
	struct name name;
	const uint64_t range = real.domain_start(domain, narrow(attributes, &ours, &name));

	name_release(&name);
	return range;
}

static int domain_push(void *domain, const struct nvtx_attributes *attributes)
{
	struct nvtx_attributes ours;
	struct name name;
	const int level = real.domain_push(domain, narrow(attributes, &ours, &name));

	name_release(&name);
	return level;
}

/* ---- tables ---- */

/* Function NARROW of a table is CUPTI's, kept in KEPT; OURS comes into the place PLACE. Where
 * NARROW and PLACE are one, ours calls it. */
static const struct replacement {
	unsigned narrow, place;
	void *kept; /* a pointer to the function */
	nvtx_function ours;
} core[] = {
	{ NVTX_MARK, NVTX_MARK_WIDE, &real.mark, (nvtx_function)mark_wide },
	{ NVTX_START, NVTX_START_WIDE, &real.start, (nvtx_function)start_wide },
	{ NVTX_PUSH, NVTX_PUSH_WIDE, &real.push, (nvtx_function)push_wide },
	{ NVTX_MARK_EX, NVTX_MARK_EX, &real.mark_ex, (nvtx_function)mark_ex },
	{ NVTX_START_EX, NVTX_START_EX, &real.start_ex, (nvtx_function)start_ex },
	{ NVTX_PUSH_EX, NVTX_PUSH_EX, &real.push_ex, (nvtx_function)push_ex },
}, core2[] = {
	{ NVTX_DOMAIN_MARK, NVTX_DOMAIN_MARK, &real.domain_mark, (nvtx_function)domain_mark },
	{ NVTX_DOMAIN_START, NVTX_DOMAIN_START, &real.domain_start, (nvtx_function)domain_start },
	{ NVTX_DOMAIN_PUSH, NVTX_DOMAIN_PUSH, &real.domain_push, (nvtx_function)domain_push },
	{ NVTX_REGISTER, NVTX_REGISTER_WIDE, &real.string, (nvtx_function)string_wide },
	{ NVTX_DOMAIN_CREATE, NVTX_DOMAIN_CREATE_WIDE, &real.domain, (nvtx_function)domain_wide },
};

enum { CORE = sizeof core / sizeof *core, CORE2 = sizeof core2 / sizeof *core2 };

/* What CUPTI has not filled in stays as it is. */
static void replace(nvtx_function **table, const struct replacement *replacements, int count)
{
	for (int i = 0; table && i < count; i++) {
		nvtx_function *from = table[replacements[i].narrow];
		nvtx_function *to = table[replacements[i].place], known;

		memcpy(&known, replacements[i].kept, sizeof known);
		if (!from || !*from || !to)
			continue;
		if (!known)
			memcpy(replacements[i].kept, from, sizeof *from);
		*to = replacements[i].ours;
	}
}

void nvtx_wide_attach(void *get_export_table)
{
	replace(nvtx_table(get_export_table, NVTX_MODULE_CORE, NVTX_CORE_FUNCTIONS), core, CORE);
	replace(nvtx_table(get_export_table, NVTX_MODULE_CORE2, NVTX_CORE2_FUNCTIONS), core2,
	        CORE2);
}
