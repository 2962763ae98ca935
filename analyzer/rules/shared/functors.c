/* SPDX-License-Identifier: MIT */
/* Kernels of Thrust and CUB that are made with a functor of the program's. Any thread, one at a
 * time. */
#include "rules/shared/functors.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "code/demangle.h"
#include "code/library_code.h"
#include "kernel/kernel_library.h"
#include "rules/shared/constants.h"

/* A whole word where it ends in a space here, else a beginning: of types of the language, of the
 * CUDA Toolkit, and of the compiler, whose own words begin with two underscores. */
static const char *const not_own[] = {
	"thrust ",      "cub ",        "std ",      "cuda ",     "nvcuda ",   "nv ",
	"__",           "void ",       "bool ",     "char ",     "short ",    "int ",
	"long ",        "float ",      "double ",   "signed ",   "unsigned ", "wchar_t ",
	"char8_t ",     "char16_t ",   "char32_t ", "const ",    "volatile ", "true ",
	"false ",       "decltype ",   "auto ",     "operator ", "half ",     "half2 ",
	"dim3 ",        "curand",      "cublas",    "cufft",     "cusparse",  "textureReference ",
	"CUstream_st ", "CUevent_st ", NULL,
};

/* float4, uchar2, ulonglong4_16a ... */
static bool is_vector(const char *word, size_t length)
{
	static const char *const bases[] = { "char",  "uchar",  "short", "ushort",   "int",
		                             "uint",  "long",   "ulong", "longlong", "ulonglong",
		                             "float", "double", NULL };

	for (const char *const *base = bases; *base; base++) {
		const size_t base_length = strlen(*base);

		if (length > base_length && strncmp(word, *base, base_length) == 0 &&
		    word[base_length] >= '1' && word[base_length] <= '4' &&
		    (length == base_length + 1 || word[base_length + 1] == '_'))
			return true;
	}
	return false;
}

static bool is_own_word(const char *word, size_t length)
{
	for (const char *const *other = not_own; *other; other++) {
		const size_t other_length = strcspn(*other, " ");

		if (strncmp(word, *other, other_length) == 0 &&
		    (!(*other)[other_length] || length == other_length))
			return false;
	}
	return !is_vector(word, length);
}

static bool is_of_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* The length of what stands at AT: a word, or a lambda in braces, whose function's name has told.
 */
static size_t token_length(const char *at)
{
	size_t length = 0;

	if (*at == '{')
		return strcspn(at, "}");
	while (is_of_word(at[length]))
		length++;
	return length;
}

/* Names are told by their first word: "main" of main::{lambda(int)#1}. */
bool functor_is_named(const char *function)
{
	static const char anonymous[] = "(anonymous namespace)::";
	const char *at = strchr(function, '<');

	for (at = at ? at + 1 : ""; *at; at++) {
		const size_t length = token_length(at);
		const bool is_first = at[-1] != ':';

		if (is_first && strncmp(at, anonymous, strlen(anonymous)) == 0)
			return true;
		if (is_first && (isalpha((unsigned char)*at) || *at == '_') &&
		    is_own_word(at, length))
			return true;
		at += length ? length - 1 : 0;
	}
	return false;
}

/* Headers of libraries may lie anywhere. */
bool functor_is_file(const char *file)
{
	static const char *const libraries[] = { "/thrust/",     "/cub/",      "/cccl/",
		                                 "/libcudacxx/", "/cuda/std/", NULL };

	for (const char *const *library = libraries; *library; library++)
		if (strstr(file, *library))
			return false;
	return *file && !library_code_is_file(file) && !source_library(file);
}

/* What a functor calls is its work, too. */
static bool is_own_at(const struct sources *sources, const char *function,
                      const struct kernel_line *instruction)
{
	struct source_where where;

	if (source_line(sources, &instruction->module_crc, function,
	                (uint64_t)instruction->pc_offset_bytes, &where) != SOURCE_FOUND)
		return false;
	for (size_t i = 0; i < where.frame_count; i++)
		if (functor_is_file(where.frames[i].file))
			return true;
	return false;
}

/* By samples, or where there are next to none, by instructions that were executed. */
static int find_percent(double *percent, const struct trace *trace,
                        const struct kernel_profiles *profiles, uint32_t function)
{
	const struct sources *sources = kernel_profiles_sources(profiles);
	const bool is_sampled = profiles->functions[function].samples >= LINE_SHARES_MIN;
	struct kernel_lines lines = { 0 };
	double all = 0, own = 0;
	int err;

	if (!sources)
		return 0;
	err = kernel_lines_init(&lines, profiles, NULL, KERNEL_INSTRUCTIONS, function);
	for (size_t i = 0; !err && i < lines.count; i++) {
		const struct kernel_line *line = &lines.items[i];
		const double weight = is_sampled ? (double)line->samples : line->inst_executed;

		if (!(weight > 0))
			continue;
		all += weight;
		if (is_own_at(sources, trace->functions[function].name, line))
			own += weight;
	}
	kernel_lines_release(&lines);
	*percent = all > 0 ? 100 * own / all : 0;
	return err;
}

static int is_made_with_functor(bool *is_made, const char *kernel)
{
	const struct library *library = kernel_library(kernel);
	char *demangled;

	*is_made = false;
	if (!library || library->kind != LIBRARY_ALGORITHMS)
		return 0;
	demangled = demangle(kernel);
	if (!demangled)
		return -ENOMEM;
	*is_made = functor_is_named(demangled);
	free(demangled);
	return 0;
}

int functors_find(double *percents, const struct trace *trace,
                  const struct kernel_profiles *profiles)
{
	int err = 0;

	for (size_t i = 0; i < profiles->hottest_count && !err; i++) {
		const uint32_t function = profiles->hottest[i];
		bool is_made;

		err = is_made_with_functor(&is_made, trace->functions[function].name);
		if (!err && is_made)
			err = find_percent(&percents[function], trace, profiles, function);
		if (percents[function] <= 100 - LIBRARY_MOST_PERCENT)
			percents[function] = 0;
	}
	return err;
}
