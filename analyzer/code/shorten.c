/* SPDX-License-Identifier: MIT */
/* The art of cutting a C++ name so that people still know it. */
#include "code/shorten.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const char anonymous[] = "(anonymous namespace)";

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '$' || (c & 0x80);
}

/*
 * Length of what stands at AT in NAME and must be taken as a whole: an operator's name (whose
 * brackets are no brackets), "(anonymous namespace)", "->"; else 1.
 */
static size_t token(const char *name, size_t at)
{
	static const char operator[] = "operator";
	size_t end;

	if (begins(name + at, anonymous))
		return sizeof anonymous - 1;
	if (begins(name + at, "->"))
		return 2;
	if (!begins(name + at, operator) || (at && is_word(name[at - 1])) || is_word(name[at + sizeof operator - 1]))
		return 1;
	end = at + sizeof operator- 1;
	if (begins(name + end, "()") || begins(name + end, "[]"))
		return end + 2 - at;
	if (name[end] ==
	    ' ') /* new, delete, "" _x, or a type to convert to: up to the parameter list */
		return end + strcspn(name + end, "(<\0") - at;
	end += strspn(name + end, "<>=!+-*/%&|^~,");
	/* operator<< <int>: what follows a blank are template arguments; operator<<int> does not
	 * occur. */
	return end - at;
}

/*
 * Position behind the bracket that closes the one at AT; the end of NAME where there is none.
 * Brackets nest; '<' and '>' count inside "<...>" alone, since inside parentheses they may compare.
 */
static size_t behind_group(const char *name, size_t at)
{
	static const char opening[] = "(<[{", closing[] = ")>]}";
	enum { DEPTH_MAX = 1024 };
	char stack[DEPTH_MAX]; /* the bracket that closes each level */
	size_t depth = 0;

	while (name[at]) {
		size_t length = token(name, at);
		const char *open = length == 1 ? strchr(opening, name[at]) : NULL;

		if (open && (*open != '<' || depth == 0 || stack[depth - 1] != ')' ||
		             is_word(name[at ? at - 1 : 0]))) {
			if (depth == DEPTH_MAX)
				return strlen(name);
			stack[depth++] = closing[open - opening];
		} else if (length == 1 && depth && strchr(closing, name[at])) {
			/* A bracket of another kind closes what was opened inside and was no
			 * bracket. */
			size_t level = depth;

			while (level && stack[level - 1] != name[at])
				level--;
			if (level && (name[at] != '>' || level == depth))
				depth = level - 1;
			if (!depth)
				return at + 1;
		}
		at += length;
	}
	return at;
}

/* Position behind " const", " volatile", " &" and " &&" at END if a name goes on there with "::";
 * else END. */
static size_t behind_qualifiers(const char *name, size_t end)
{
	static const char *const qualifiers[] = { " const", " volatile", " &&", " &" };
	size_t at = end;

	for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++)
		if (begins(name + at, qualifiers[i]))
			at += strlen(qualifiers[i]);
	return begins(name + at, "::") ? at : end;
}

/* Text that is built up, in memory that is large enough from the start: every step here
 * shortens. */
struct builder {
	char *text;
	size_t used;
};

static bool builder_init(struct builder *out, size_t capacity)
{
	out->used = 0;
	out->text = malloc(capacity + 1);
	if (!out->text)
		return false;
	out->text[0] = '\0'; /* nothing may be added: an empty name */
	return true;
}

static void builder_add(struct builder *out, const char *text, size_t length)
{
	memcpy(out->text + out->used, text, length);
	out->used += length;
	out->text[out->used] = '\0';
}

static bool ends_with(const struct builder *out, const char *text)
{
	size_t length = strlen(text);

	return out->used >= length && memcmp(out->text + out->used - length, text, length) == 0;
}

/* A step of shortening: returns new memory, NULL without memory. COLUMNS is what there is room
 * for. */
typedef char *shorten_step(const char *name, int columns);

/* Without return type, without parameter lists and what follows them. */
static char *without_signature(const char *name, int columns)
{
	struct builder out;
	bool has_parameters = false, is_operator = false;
	size_t at = 0, length, end;

	(void)columns;
	if (!builder_init(&out, strlen(name)))
		return NULL;
	for (; name[at]; at += length) {
		length = token(name, at);
		if (length > 1) {
			is_operator = is_operator || begins(name + at, "operator");
		} else if (name[at] == '(' && out.used && !ends_with(&out, "decltype")) {
			has_parameters = true;
			end = behind_qualifiers(name, behind_group(name, at));
			if (!begins(name + end, "::"))
				break;
			length = end - at;
			continue;
		} else if (strchr("(<[{", name[at])) {
			length = behind_group(name, at) - at;
		} else if (name[at] == ' ' && !is_operator) {
			out.used = 0; /* what stood before belongs to the return type */
			continue;
		}
		builder_add(&out, name + at, length);
	}
	if (has_parameters && out.used)
		return out.text;
	free(out.text); /* no function that we understand: Rust, C, anything */
	return strdup(name);
}

/*
 * The parameters at AT, behind a name in template arguments. Those of a function around another
 * name and of a lambda go, all others stay. *START is where the qualified name begins in OUT.
 * Returns how long they are.
 */
static size_t add_signature(struct builder *out, const char *name, size_t at, size_t *start)
{
	const size_t end = behind_qualifiers(name, behind_group(name, at));

	if (begins(name + end, "::")) { /* a function: its name stays */
		builder_add(out, "::", 2);
		*start = out->used;
		return end + 2 - at;
	}
	if (!ends_with(out, "{lambda"))
		builder_add(out, name + at, end - at);
	return end - at;
}

/*
 * Template arguments without namespaces and signatures: "ns::add<ns::T>" is "add<T>", and the
 * lambda in "f(int)::{lambda(int)#1}::operator()(int) const::..." is "f::{lambda#1}": often the
 * function around it is all that distinguishes two kernels.
 */
static char *without_namespaces(const char *name, int columns)
{
	enum { DEPTH_MAX = 256 };
	size_t start[DEPTH_MAX] = { 0 }; /* of the qualified name that each level is in, in OUT */
	size_t at = 0, depth = 0, length, end;
	struct builder out;

	(void)columns;
	if (!builder_init(&out, strlen(name)))
		return NULL;
	for (; name[at]; at += length) {
		length = token(name, at);
		if (depth && begins(name + at, "operator()(")) {
			end = behind_qualifiers(name, behind_group(name, at + length));
			if (begins(name + end, "::"))
				length = end + 2 - at;
			if (begins(name + end, "::"))
				continue;
		}
		if (length > 1) {
			builder_add(&out, name + at, length);
		} else if (depth && begins(name + at, "::")) {
			length = 2;
			/* A lambda in a lambda, or in a class that is called: both stay. */
			if (ends_with(&out, "}") || begins(name + at + 2, "operator()(")) {
				builder_add(&out, "::", 2);
				start[depth] = out.used;
			}
			out.used = start[depth];
		} else if (depth && name[at] == '(' && at &&
		           (is_word(name[at - 1]) || name[at - 1] == '>')) {
			length = add_signature(&out, name, at, &start[depth]);
		} else if (name[at] == '<') {
			builder_add(&out, "<", 1);
			if (++depth == DEPTH_MAX)
				break;
			start[depth] = out.used;
		} else if (name[at] == '>' && depth) {
			if (ends_with(&out, " "))
				out.used--; /* "> >" */
			builder_add(&out, ">", 1);
			depth--;
		} else {
			builder_add(&out, name + at, 1);
			if (!is_word(name[at]) && !strchr("{}#[]", name[at]))
				start[depth] = out.used;
		}
	}
	if (!name[at])
		return out.text;
	free(out.text);
	return strdup(name);
}

/* Whether NAME is a function whose own name says nothing: what it is in tells what it does. */
static bool is_nondescript(const char *name)
{
	static const char *const names[] = { "kernel", "run" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (begins(name, names[i]) && !is_word(name[strlen(names[i])]))
			return true;
	return false;
}

/* Without the namespaces and classes around the function; a lambda, an operator and what has no
 * name of its own keeps the one it is in. */
static char *without_scope(const char *name, int columns)
{
	size_t at = 0, last = 0, before = 0, length;

	(void)columns;
	for (; name[at]; at += length) {
		length = token(name, at);
		if (length == 1 && strchr("(<[{", name[at])) {
			length = behind_group(name, at) - at;
		} else if (begins(name + at, "::")) {
			length = 2;
			before = last;
			last = at + 2;
		}
	}
	if (begins(name + last, "operator") || name[last] == '{' ||
	    (is_nondescript(name + last) && !begins(name + before, anonymous)))
		last = before;
	return strdup(name + last);
}

/* Template arguments that are nested deeper than LEVELS as an ellipsis: with 1 level "f<a<b<c>>>"
 * is "f<a<…>>". */
static char *collapse(const char *name, size_t levels)
{
	const char *ellipsis = text_ellipsis();
	size_t at = 0, depth = 0, length, end;
	struct builder out;

	if (!builder_init(&out, 2 * strlen(name)))
		return NULL;
	for (; name[at]; at += length) {
		length = token(name, at);
		if (length == 1 && name[at] == '<') {
			if (depth == levels) {
				end = behind_group(name, at);
				length = end - at;
				if (length > strlen(ellipsis) && name[end - 1] == '>') {
					builder_add(&out, "<", 1);
					builder_add(&out, ellipsis, strlen(ellipsis));
					builder_add(&out, ">", 1);
				} else {
					builder_add(&out, name + at, length);
				}
				continue; /* so that no part of a name is looked at twice */
			}
			depth++;
		} else if (length == 1 && name[at] == '>' && depth) {
			depth--;
		}
		builder_add(&out, name + at, length);
	}
	return out.text;
}

/* As many levels of nested template arguments as there is room for. */
static char *without_inner_arguments(const char *name, int columns)
{
	enum { LEVELS_MAX = 6 };
	char *text = collapse(name, LEVELS_MAX);

	for (size_t levels = LEVELS_MAX - 1; text && levels && text_width(text) > columns;
	     levels--) {
		free(text);
		text = collapse(name, levels);
	}
	return text;
}

/* Templates of kernels that run what they are given (PyTorch, CUB): what that is tells them apart.
 */
static bool is_wrapper(const char *name, size_t length)
{
	static const char *const wrappers[] = { "elementwise_kernel",
		                                "vectorized_elementwise_kernel",
		                                "unrolled_elementwise_kernel",
		                                "elementwise_kernel_with_index",
		                                "reduce_kernel",
		                                "multi_tensor_apply_kernel" };

	for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++)
		if (strlen(wrappers[i]) == length && strncmp(wrappers[i], name, length) == 0)
			return true;
	return false;
}

/* Whether the word of LENGTH bytes at NAME says nothing of what a wrapper runs: types, and
 * templates that hold what does. */
static bool is_plumbing(const char *name, size_t length)
{
	static const char *const words[] = { "int",
		                             "unsigned",
		                             "signed",
		                             "long",
		                             "short",
		                             "char",
		                             "bool",
		                             "float",
		                             "double",
		                             "void",
		                             "const",
		                             "true",
		                             "false",
		                             "lambda",
		                             "operator",
		                             "array",
		                             "Array",
		                             "tuple",
		                             "Half",
		                             "BFloat16",
		                             "complex",
		                             "TensorIteratorBase",
		                             "gpu_kernel_impl",
		                             "gpu_kernel_impl_nocast",
		                             "BinaryFunctor",
		                             "UnaryFunctor",
		                             "AUnaryFunctor",
		                             "BUnaryFunctor",
		                             "ReduceOp",
		                             "func_wrapper_t",
		                             "OffsetCalculator",
		                             "TrivialOffsetCalculator",
		                             "LoadWithoutCast",
		                             "StoreWithoutCast",
		                             "LoadWithCast",
		                             "StoreWithCast",
		                             "TensorListMetadata",
		                             "TensorListScalarListMetadata" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i]) == length && strncmp(words[i], name, length) == 0)
			return true;
	return name[0] >= '0' && name[0] <= '9';
}

/* "elementwise_kernel<128, 2, impl<BinaryFunctor<float, MulFunctor<float>>>>" is
 * "elementwise_kernel<MulFunctor>", or "MulFunctor" where there is no room for that: the last word
 * in it that is no plumbing. */
static char *what_it_runs(const char *name, int columns)
{
	const size_t open = strcspn(name, "<");
	size_t what = 0, length = 0, word;
	struct builder out;

	if (!name[open] || !is_wrapper(name, open))
		return strdup(name);
	for (size_t at = open; name[at]; at += word ? word : 1) {
		word = 0;
		while (is_word(name[at + word]))
			word++;
		if (!word && strchr("({[", name[at]))
			word = behind_group(name, at) - at;
		else if (word && !is_plumbing(name + at, word)) {
			what = at;
			length = word;
		}
	}
	if (!length || !builder_init(&out, strlen(name)))
		return strdup(name);
	builder_add(&out, name, open + 1);
	builder_add(&out, name + what, length);
	builder_add(&out, ">", 1);
	if (text_width(out.text) > columns) {
		out.used = 0;
		builder_add(&out, name + what, length);
	}
	return out.text;
}

/* Of a template that is only told apart by its one argument, which is the longer name, that:
 * cutlass::Kernel2<cutlass_80_simt_sgemm_64x64_8x5_nn_align1>. */
static char *argument_alone(const char *name, int columns)
{
	const size_t open = strcspn(name, "<"), end = strlen(name);
	const size_t inner = open < end ? end - open - 2 : 0;

	(void)columns;
	return inner > open && name[end - 1] == '>' &&
	                       strcspn(name + open + 1, "<>,(){}*& :") == inner
	               ? strndup(name + open + 1, inner)
	               : strdup(name);
}

/*
 * Position, in the arguments of the group from OPEN to CLOSE, behind the last argument that fits
 * into ROOM columns; OPEN + 1 if none does.
 */
static size_t behind_fitting_arguments(const char *name, size_t open, size_t close, int room)
{
	size_t at = open + 1, from = at, fitting = at, length;

	for (; at < close; at += length) {
		length = token(name, at);
		if (length == 1 && strchr("(<[{", name[at]))
			length = behind_group(name, at) - at;
		if (length == 1 && name[at] == ',') {
			char *piece = strndup(name + from, at - from);

			room -= piece ? text_width(piece) : room + 1;
			free(piece);
			if (room < 0)
				break;
			from = fitting = at;
		}
	}
	return fitting;
}

/* As many template arguments as there is room for, the rest as an ellipsis; later groups give way
 * first. */
static char *without_last_arguments(const char *name, int columns)
{
	enum { GROUPS_MAX = 16 };
	struct {
		size_t open, close;
	} groups[GROUPS_MAX];
	const char *ellipsis = text_ellipsis();
	size_t at = 0, count = 0, length, kept;
	char *text = strdup(name), *next;
	struct builder out;

	for (; name[at] && count < GROUPS_MAX; at += length) {
		length = token(name, at);
		if (length == 1 && name[at] == '<') {
			length = behind_group(name, at) - at;
			if (name[at + length - 1] == '>') {
				groups[count].open = at;
				groups[count++].close = at + length - 1;
			}
		}
	}
	while (text && count-- && text_width(text) > columns) {
		size_t open = groups[count].open, close = groups[count].close;
		char *group = strndup(text + open + 1, close - open - 1);
		int others = text_width(text) - (group ? text_width(group) : 0);

		free(group);
		kept = behind_fitting_arguments(text, open, close,
		                                columns - others - text_ellipsis_width() - 2);
		if (!builder_init(&out, strlen(text) + sizeof ", ...")) {
			next = NULL;
		} else {
			builder_add(&out, text, kept);
			if (kept > open + 1)
				builder_add(&out, ", ", 2);
			builder_add(&out, ellipsis, strlen(ellipsis));
			builder_add(&out, text + close, strlen(text + close));
			next = out.text;
		}
		free(text);
		text = next;
	}
	return text;
}

char *function_shorten(const char *name, int columns)
{
	static shorten_step *const steps[] = { without_signature,      without_namespaces,
		                               without_scope,          what_it_runs,
		                               argument_alone,         without_inner_arguments,
		                               without_last_arguments, text_clean };
	char *text = strdup(name), *next;

	for (size_t i = 0; text && i < sizeof steps / sizeof *steps; i++) {
		/* The first and the last step are due at any width. */
		if (i > 0 && steps[i] != text_clean &&
		    (columns <= 0 || text_width(text) <= columns))
			continue;
		next = steps[i](text, columns);
		free(text);
		text = next;
	}
	return text;
}
