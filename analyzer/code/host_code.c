/* SPDX-License-Identifier: MIT */
/* Says what the frames of the host's stacks are. */
#include "code/host_code.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "code/demangle.h"
#include "code/host_symbols.h"
#include "code/library_code.h"

enum { FUNCTION_SHOWN = 80 }; /* bytes of a function's name */

struct host_text {
	struct host_text *next;
	char text[];
};

/* A copy that lives as long as CODE; NULL without memory. */
static const char *keep(struct host_code *code, const char *text)
{
	const size_t bytes = strlen(text) + 1;
	struct host_text *kept = malloc(sizeof *kept + bytes);

	if (!kept)
		return NULL;
	memcpy(kept->text, text, bytes);
	kept->next = code->texts;
	code->texts = kept;
	return kept->text;
}

/* ---- whose code it is ---- */

static bool has_any(const char *path, const char *const *parts)
{
	for (; *parts; parts++)
		if (strstr(path, *parts))
			return true;
	return false;
}

static bool begins_with_any(const char *path, const char *const *beginnings)
{
	for (; *beginnings; beginnings++)
		if (strncmp(path, *beginnings, strlen(*beginnings)) == 0)
			return true;
	return false;
}

/* Where packages and Python's own modules are, in systems, venvs and conda, and what torch.compile
 * writes. */
static bool is_python_library(const char *file)
{
	static const char *const parts[] = { "/site-packages/", "/dist-packages/", "/lib/python3",
		                             "/lib64/python3",  "/torchinductor_", NULL };
	static const char *const beginnings[] = { "<frozen", "<__array_function__", NULL };

	return has_any(file, parts) || begins_with_any(file, beginnings);
}

bool host_code_is_recorder(const char *path)
{
	static const char *const beginnings[] = { "libcuda.so",  "libcudart",  "libcupti",
		                                  "libwarpwise", "libunwind.", NULL };

	return begins_with_any(text_file_name(path), beginnings);
}

bool host_code_is_library(const char *path)
{
	static const char *const beginnings[] = { "/lib/",       "/lib64/",  "/usr/",     "/opt/",
		                                  "linux-vdso.", "libtorch", "libpython", NULL };
	/* The end of Python's extensions: of packages, or as Triton makes them while it runs. */
	static const char *const parts[] = { "/site-packages/",
		                             "/dist-packages/",
		                             "/lib/python3",
		                             "/bin/python",
		                             "/libpython",
		                             ".cpython-3",
		                             NULL };

	return begins_with_any(path, beginnings) || has_any(path, parts) ||
	       host_code_is_recorder(path);
}

/* ---- frames ---- */

/*
 * A function by its own name: "train.<locals>.step" is step, and a generator's or a comprehension's
 * code is that of the function around it. A method keeps its class, as in Model.forward.
 */
static const char *own_name(char name[FUNCTION_SHOWN], const char *qualified)
{
	static const char locals[] = ".<locals>.";
	static const char *const inner[] = { "<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>" };
	char *last;

	snprintf(name, FUNCTION_SHOWN, "%s", qualified);
	for (size_t i = 0; i < sizeof inner / sizeof *inner; i++)
		while ((last = strstr(name, locals)) && strstr(last, inner[i])) {
			while (strstr(last + 1, locals))
				last = strstr(last + 1, locals);
			if (strcmp(last + sizeof locals - 1, inner[i]) != 0)
				break;
			*last = '\0';
		}
	while ((last = strstr(name, locals)))
		memmove(name, last + sizeof locals - 1, strlen(last + sizeof locals - 1) + 1);
	return name;
}

static int fill_python(struct host_code *code, uint32_t frame)
{
	const struct trace_host_frame *from = &code->trace->host_frames[frame];
	struct host_place *place = &code->places[frame];
	char name[FUNCTION_SHOWN], text[FUNCTION_SHOWN + 4];

	place->file = place->unit = from->file;
	place->line = from->line;
	place->is_own = !is_python_library(from->file);
	if (strcmp(from->function, "<module>") == 0)
		return 0;
	snprintf(text, sizeof text, "%s()", own_name(name, from->function));
	place->function = keep(code, text);
	return place->function ? 0 : -ENOMEM;
}

/* How much of a C++ name at C belongs together, though it has characters that mean something
 * elsewhere. */
static size_t piece_length(const char *c)
{
	static const char anonymous[] = "(anonymous namespace)";

	if (strncmp(c, anonymous, sizeof anonymous - 1) == 0)
		return sizeof anonymous - 1;
	if (strncmp(c, "->", 2) == 0)
		return 2;
	if (strncmp(c, "operator()", 10) == 0)
		return 10;
	return strncmp(c, "operator", 8) == 0 ? 8 + strspn(c + 8, "<>=-!") : 1;
}

/*
 * Ends a C++ function's NAME before its parameters, which begin with the first parenthesis outside
 * of template arguments and lambdas. IS_SHORT: what is in template arguments goes, too.
 */
static void cut_parameters(char *name, bool is_short)
{
	char *to = name;
	int arguments = 0, braces = 0; /* that are open */
	size_t length;

	for (const char *c = name; *c; c += length) {
		length = piece_length(c);
		if (length == 1 && *c == '(' && !arguments && !braces)
			break;
		arguments -= length == 1 && *c == '>' && arguments > 0;
		braces += length == 1 ? (*c == '{') - (*c == '}' && braces > 0) : 0;
		if (!arguments || !is_short) {
			memmove(to, c, length);
			to += length;
		}
		arguments += length == 1 && *c == '<';
	}
	*to = '\0';
}

/* "step" becomes "step()", C++ has its parameters already: they go, and template arguments where
 * they are long. What functions made from templates return stands in front. */
static int name_native(struct host_code *code, struct host_place *place, const char *mangled)
{
	static const char nothing[] = "void ";
	char *plain =
	        strndup(mangled, strcspn(mangled, "@")); /* without a version of the library */
	char *name = plain ? demangle(plain) : NULL, text[FUNCTION_SHOWN + 4];

	free(plain);
	if (!name)
		return -ENOMEM;
	if (strncmp(name, nothing, sizeof nothing - 1) == 0)
		memmove(name, name + sizeof nothing - 1, strlen(name) - (sizeof nothing - 1) + 1);
	cut_parameters(name, false);
	if (strlen(name) > FUNCTION_SHOWN)
		cut_parameters(name, true);
	snprintf(text, sizeof text, "%.*s()", FUNCTION_SHOWN, name);
	place->function = keep(code, text);
	free(name);
	return place->function ? 0 : -ENOMEM;
}

/* What was recorded of the frame, for a binary that is not here. */
static struct host_symbol recorded_symbol(const struct trace_host_frame *from)
{
	return (struct host_symbol){
		.function = from->symbol && *from->symbol ? from->symbol : NULL,
		.file = from->symbol && *from->symbol_file ? from->symbol_file : NULL,
		.line = from->symbol_line,
	};
}

/* The function of the host that nvcc makes of a kernel, which calls what launches it. */
static bool is_kernel(const struct trace *trace, const char *mangled)
{
	for (size_t i = 0; i < trace->functions_count; i++)
		if (strcmp(trace->functions[i].name, mangled) == 0)
			return true;
	return false;
}

/* Whose the frame's function is. */
static void fill_owner(const struct trace *trace, struct host_place *place,
                       const struct host_symbol *symbol)
{
	const bool is_in_header = !symbol->file || library_code_is_file(symbol->file);

	if (!symbol->function)
		return;
	place->is_recorder |= library_code_is_runtime(symbol->function) ||
	                      (place->is_own && is_kernel(trace, symbol->function));
	place->is_thrust =
	        symbol->is_in_thrust || library_code_is_thrust_function(symbol->function);
	place->is_own &= !place->is_recorder && strcmp(symbol->function, "_start") != 0 &&
	                 !(is_in_header && library_code_is_function(symbol->function));
}

static int fill_native(struct host_code *code, uint32_t frame, const struct host_symbol *symbol)
{
	const struct trace_host_frame *from = &code->trace->host_frames[frame];
	const char *path = code->trace->host_binaries[from->binary].path;
	struct host_place *place = &code->places[frame];
	char text[64];

	place->file = place->unit = path;
	place->is_recorder = host_code_is_recorder(path);
	place->is_own = !host_code_is_library(path);
	fill_owner(code->trace, place, symbol);
	/* A header's line in a function of the program's own says nothing of that. */
	if (symbol->file && !(place->is_own && library_code_is_file(symbol->file))) {
		place->file = keep(code, symbol->file);
		place->line = symbol->line;
	}
	if (symbol->function)
		return name_native(code, place, symbol->function) || !place->file ? -ENOMEM : 0;
	place->is_nameless = true;
	snprintf(text, sizeof text, "0x%llx", (unsigned long long)from->address);
	place->function = keep(code, text);
	return place->function && place->file ? 0 : -ENOMEM;
}

struct by_binary {
	uint32_t binary, frame;
	int64_t address;
};

static int compare_addresses(const void *a, const void *b)
{
	const struct by_binary *left = a, *right = b;

	if (left->binary != right->binary)
		return left->binary < right->binary ? -1 : 1;
	if (left->address != right->address)
		return left->address < right->address ? -1 : 1;
	return (left->frame > right->frame) - (left->frame < right->frame);
}

/* What is known of COUNT frames of one binary, in order of their addresses. */
static int find_symbols(struct host_code *code, const struct by_binary *frames, size_t count,
                        struct host_symbols *symbols, struct host_symbol *found)
{
	if (!symbols) {
		for (size_t i = 0; i < count; i++) {
			const struct trace_host_frame *from =
			        &code->trace->host_frames[frames[i].frame];

			found[i] = recorded_symbol(from);
			code->places[frames[i].frame].is_no_caller = from->symbol && !from->is_call;
		}
		return 0;
	}
	for (size_t i = 0; i < count; i++) { /* the call itself is before where it returns to */
		found[i] = (struct host_symbol){ .address = frames[i].address - 1 };
		host_symbols_line(symbols, &found[i]);
		code->places[frames[i].frame].is_no_caller =
		        !host_symbols_may_return_to(symbols, frames[i].address);
	}
	return host_symbols_functions(symbols, found, count);
}

/* COUNT frames of one binary. */
static int fill_binary(struct host_code *code, const struct by_binary *frames, size_t count)
{
	const struct trace_host_binary *binary = &code->trace->host_binaries[frames->binary];
	struct host_symbols *symbols = host_symbols_open(binary->path, binary->build_id);
	struct host_symbol *found = malloc(count * sizeof *found);
	bool is_known = symbols;
	int err = found ? find_symbols(code, frames, count, symbols, found) : -ENOMEM;

	for (size_t i = 0; i < count && !err; i++) {
		is_known |= code->trace->host_frames[frames[i].frame].symbol != NULL;
		err = fill_native(code, frames[i].frame, &found[i]);
	}
	code->binaries_found += is_known;
	code->binaries_missing += !is_known;
	free(found);
	host_symbols_close(symbols);
	return err;
}

/* One binary after the other: each is opened once. */
static int fill_all_native(struct host_code *code, struct by_binary *order, size_t count)
{
	int err = 0;

	if (count)
		qsort(order, count, sizeof *order, compare_addresses);
	for (size_t from = 0, to = 0; from < count && !err; from = to) {
		while (to < count && order[to].binary == order[from].binary)
			to++;
		err = fill_binary(code, order + from, to - from);
	}
	return err;
}

static const uint32_t several = NONE - 1;

/* Notes who calls the frames of STACK, which was unwound in SAMPLES. */
static void note_callers(struct host_code *code, uint32_t stack, uint32_t samples, uint32_t *seen)
{
	const struct trace_host_stack *stacks = code->trace->host_stacks;

	for (uint32_t s = stack; s != NONE; s = stacks[s].parent) {
		const uint32_t frame = stacks[s].frame;
		uint32_t *caller = &code->callers[frame];

		code->is_unwound[s] = true;
		if (stacks[s].parent == NONE)
			continue;
		seen[frame] += samples < UINT32_MAX - seen[frame] ? samples : 0;
		if (*caller == NONE)
			*caller = stacks[s].parent;
		else if (*caller == several ||
		         stacks[*caller].frame != stacks[stacks[s].parent].frame)
			*caller = several;
	}
}

/* By stack: how many samples have it that were unwound. */
static void count_unwound(uint32_t *samples, const struct trace *trace)
{
	for (size_t i = 0; i < trace->host_samples_count; i++) {
		const uint32_t stack = trace->host_samples[i].stack;

		if (trace->has_unwound_samples || !trace->host_stacks[stack].is_native_sample)
			samples[stack] += samples[stack] < UINT32_MAX;
	}
}

static int find_callers(struct host_code *code)
{
	const struct trace *trace = code->trace;
	uint32_t *samples = calloc(trace->host_stacks_count + 1, sizeof *samples);
	uint32_t *seen = calloc(trace->host_frames_count + 1, sizeof *seen);
	int err = -ENOMEM;

	code->callers = malloc((trace->host_frames_count + 1) * sizeof *code->callers);
	code->is_unwound = calloc(trace->host_stacks_count + 1, sizeof *code->is_unwound);
	if (!samples || !seen || !code->callers || !code->is_unwound)
		goto out;
	err = 0;
	memset(code->callers, 0xff, (trace->host_frames_count + 1) * sizeof *code->callers);
	count_unwound(samples, trace);
	for (uint32_t s = 0; s < trace->host_stacks_count; s++)
		if (samples[s])
			note_callers(code, s, samples[s], seen);
	for (size_t i = 0; i < trace->host_frames_count; i++)
		if (code->callers[i] == several || seen[i] < CALLERS_SEEN_MIN)
			code->callers[i] = NONE;
out:
	free(samples);
	free(seen);
	return err;
}

/* PyTorch's Python code around the engine that computes gradients. */
static bool is_backward_frame(const struct trace_host_frame *frame)
{
	return frame->binary == NONE && strstr(frame->file, "/torch/autograd/") &&
	       strstr(frame->function, "backward");
}

bool host_code_is_backward(const struct host_code *code, uint32_t frame)
{
	return is_backward_frame(&code->trace->host_frames[frame]);
}

static int find_backward(struct host_code *code)
{
	const struct trace *trace = code->trace;

	code->is_backward = calloc(trace->host_stacks_count + 1, sizeof *code->is_backward);
	if (!code->is_backward)
		return -ENOMEM;
	for (uint32_t i = 0; i < trace->host_stacks_count; i++) {
		bool is = false;
		uint32_t s = i;

		/* Callers come first in a trace, and are known then. */
		for (; s != NONE && s >= i && !is; s = trace->host_stacks[s].parent)
			is = is_backward_frame(&trace->host_frames[trace->host_stacks[s].frame]);
		code->is_backward[i] = is || (s < i && code->is_backward[s]);
	}
	return 0;
}

int host_code_init(struct host_code *code, const struct trace *trace)
{
	struct by_binary *order = malloc((trace->host_frames_count + 1) * sizeof *order);
	size_t count = 0;
	int err = 0;

	*code = (struct host_code){ .trace = trace };
	code->places = calloc(trace->host_frames_count + 1, sizeof *code->places);
	if (!order || !code->places || find_callers(code) || find_backward(code)) {
		free(order);
		return -ENOMEM;
	}
	for (size_t i = 0; i < trace->host_frames_count && !err; i++) {
		const struct trace_host_frame *frame = &trace->host_frames[i];

		code->places[i] = (struct host_place){ .function = "", .file = "", .unit = "" };
		code->has_python |= frame->binary == NONE && *frame->file;
		if (frame->binary != NONE)
			order[count++] =
			        (struct by_binary){ frame->binary, (uint32_t)i, frame->address };
		else if (*frame->function || *frame->file)
			err = fill_python(code, (uint32_t)i);
		else
			code->places[i].function = "(unknown code)";
	}
	if (!err)
		err = fill_all_native(code, order, count);
	free(order);
	return err;
}

void host_code_release(struct host_code *code)
{
	while (code->texts) {
		struct host_text *next = code->texts->next;

		free(code->texts);
		code->texts = next;
	}
	free(code->places);
	free(code->callers);
	free(code->is_unwound);
	free(code->is_backward);
	*code = (struct host_code){ 0 };
}

const char *host_place_text(char text[HOST_PLACE_TEXT], const struct host_place *place)
{
	/* An address helps nobody. */
	const char *function = place->is_nameless ? "" : place->function;
	const char *gap = *function && *place->file ? " " : "";

	if (place->line)
		snprintf(text, HOST_PLACE_TEXT, "%s%s%.100s:%d", function, gap,
		         text_file_name(place->file), place->line);
	else
		snprintf(text, HOST_PLACE_TEXT, "%s%s%.100s", function, gap,
		         text_file_name(place->file));
	return text;
}

static bool is_same_function(const struct host_place *a, const struct host_place *b)
{
	return strcmp(a->function, b->function) == 0 && strcmp(a->unit, b->unit) == 0;
}

/* Whether STACK is one of the callers that were recorded for STACK_OF, or that itself. */
static bool is_recorded(const struct trace *trace, uint32_t stack_of, uint32_t stack)
{
	while (stack_of != NONE &&
	       trace->host_stacks[stack_of].depth > trace->host_stacks[stack].depth)
		stack_of = trace->host_stacks[stack_of].parent;
	return stack_of == stack;
}

uint32_t host_code_caller(const struct host_code *code, uint32_t stack_of, uint32_t stack)
{
	const struct trace *trace = code->trace;
	const uint32_t caller = trace->host_stacks[stack].parent;
	const uint32_t frame = trace->host_stacks[stack].frame;

	if (!trace->host_stacks[stack_of].is_native_sample)
		return caller;
	if (!is_recorded(trace, stack_of,
	                 stack)) /* it is known from others, as far as these agree */
		return code->callers[frame];
	if (trace->has_unwound_samples)
		return caller != NONE ? caller : code->callers[frame];
	if (code->is_unwound[stack])
		return caller;
	if (code->callers[frame] != NONE)
		return code->callers[frame];
	return caller != NONE && code->places[trace->host_stacks[caller].frame].is_no_caller
	               ? NONE
	               : caller;
}

bool host_code_is_whole(const struct host_code *code, uint32_t stack)
{
	const struct trace *trace = code->trace;
	const struct host_place *place = NULL;
	uint32_t frame = NONE;
	bool has_own = false;

	for (uint32_t s = stack; s != NONE; s = host_code_caller(code, stack, s)) {
		frame = trace->host_stacks[s].frame;
		place = &code->places[frame];
		has_own |= place->is_own;
	}
	if (!place || trace->host_frames[frame].binary == NONE)
		return true;
	if (!place->is_own)
		return has_own && !place->is_recorder;
	return strcmp(place->function, "main()") == 0 || strcmp(place->function, "_start()") == 0;
}

bool host_place_is_part(const struct host_place *callee, const struct host_place *caller)
{
	return callee->is_nameless && !caller->is_nameless &&
	       strcmp(callee->unit, caller->unit) == 0;
}

/* Whether the function of frame CALLER is one of the native library that CALLEE's is in: what a
 * program calls there says more than what that calls in its turn, as rand() than random(). */
static bool is_of_same_library(const struct host_code *code, uint32_t callee, uint32_t caller)
{
	const struct host_place *place = &code->places[caller];

	return code->trace->host_frames[caller].binary != NONE && !place->is_own &&
	       !place->is_nameless && strcmp(code->places[callee].unit, place->unit) == 0;
}

struct host_site host_site_of(const struct host_code *code, uint32_t stack_of)
{
	const struct trace *trace = code->trace;
	struct host_site site = { NONE, NONE, NONE };

	for (uint32_t stack = stack_of; stack != NONE;
	     stack = host_code_caller(code, stack_of, stack)) {
		const uint32_t frame = trace->host_stacks[stack].frame;
		const struct host_place *place = &code->places[frame];

		if (site.own == NONE && place->is_recorder)
			site.inner = NONE; /* what it was in is CUDA's */
		else if (site.inner == NONE ||
		         (site.own == NONE &&
		          (host_place_is_part(&code->places[site.inner], place) ||
		           is_of_same_library(code, site.inner, frame))))
			site.inner = frame;
		if (!place->is_own)
			continue;
		if (site.own != NONE && host_place_is_part(&code->places[site.own], place)) {
			site.inner = site.inner == site.own ? NONE : site.inner;
			site.own = frame;
		} else if (site.own == NONE) {
			site.own = frame;
		} else if (!is_same_function(place, &code->places[site.own])) {
			site.caller = frame;
			break;
		}
	}
	if (site.own == NONE)
		site.own = site.inner;
	if (site.inner == site.own)
		site.inner = NONE;
	return site;
}

bool host_code_is_telling(const struct host_code *code, uint32_t stack)
{
	const struct host_site site = host_site_of(code, stack);

	if (site.own == NONE || code->places[site.own].is_nameless)
		return false;
	return code->places[site.own].is_own || !code->has_python ||
	       code->trace->host_frames[site.own].binary == NONE;
}
