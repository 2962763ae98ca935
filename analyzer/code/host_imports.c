/* SPDX-License-Identifier: MIT */
/* Finds imports of Python modules, and what frameworks compile, among samples. */
#include "code/host_imports.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "code/host_spots.h"
#include "code/host_starts.h"

/* Python's own code that every import goes through. */
static bool is_importer(const struct trace_host_frame *frame)
{
	return strcmp(frame->file, "<frozen importlib._bootstrap>") == 0 &&
	       strcmp(frame->function, "_find_and_load") == 0;
}

struct compiler {
	const char *file, *function; /* the end of its path; NULL: all of it */
	const char *name;
	const char *kept; /* as in struct host_import */
	bool is_inner;    /* it is this, whatever compiler calls it */
};

/* The compiler that FRAME calls or is a part of; NULL: none. */
static const struct compiler *compiler_of(const struct trace_host_frame *frame)
{
	static const char triton_key[] = "a hash of Triton's own sources, once in each process";
	static const char triton_kept[] = "kept in ~/.triton/cache, further runs do without";
	/* Code that frameworks go through when they compile, and at no other time. */
	static const struct compiler compilers[] = {
		{ "/jax/_src/compiler.py", NULL, "XLA",
		  "with jax_compilation_cache_dir, and "
		  "jax_persistent_cache_min_compile_time_secs at 0 for what takes less than a "
		  "second, further runs do without",
		  false },
		{ "/torch/_dynamo/convert_frame.py", NULL, "torch.compile", NULL, false },
		{ "/triton/compiler/compiler.py", "compile", "Triton", triton_kept, false },
		{ "/triton/runtime/build.py", NULL, "Triton", triton_kept, false },
		/* For the key of what is kept there: no run does without. */
		{ "/triton/compiler/compiler.py", "triton_key", triton_key, NULL, true },
		{ "/triton/runtime/cache.py", "triton_key", triton_key, NULL, true },
		{ "/cupy/cuda/compiler.py", NULL, "NVRTC",
		  "kept in ~/.cupy/kernel_cache, further runs do without", false },
		{ "/numba/core/compiler.py", NULL, "Numba",
		  "with cache=True further runs do without", false },
	};
	const size_t length = strlen(frame->file);

	for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++) {
		const struct compiler *it = &compilers[i];

		if (length > strlen(it->file) &&
		    strcmp(frame->file + length - strlen(it->file), it->file) == 0 &&
		    (!it->function || strcmp(frame->function, it->function) == 0))
			return it;
	}
	return NULL;
}

/* What STACK imports or compiles, as its outermost frame of that kind has it. Returns whether it
 * does. */
static bool import_of(struct host_import *import, const struct host_code *code, uint32_t stack)
{
	const struct trace *trace = code->trace;
	const struct compiler *found = NULL;
	uint32_t module = NONE, importer = NONE;

	*import = (struct host_import){ .module = NONE, .asked = NONE, .own = NONE };
	for (uint32_t s = stack; s != NONE; s = trace->host_stacks[s].parent) {
		const uint32_t frame = trace->host_stacks[s].frame;

		if (strcmp(trace->host_frames[frame].function, "<module>") == 0)
			module = frame;
		if (is_importer(&trace->host_frames[frame])) {
			importer = s;
			import->module = module;
			found = NULL;
		} else if (compiler_of(&trace->host_frames[frame])) {
			importer = s;
			import->module = NONE;
			if (!found || !found->is_inner)
				found = compiler_of(&trace->host_frames[frame]);
		}
	}
	if (importer == NONE)
		return false;
	import->compiler = found ? found->name : NULL;
	import->kept = found ? found->kept : NULL;
	for (uint32_t s = trace->host_stacks[importer].parent; s != NONE && import->own == NONE;
	     s = trace->host_stacks[s].parent) {
		const uint32_t frame = trace->host_stacks[s].frame;

		if (code->places[frame].is_own)
			import->own = frame;
		else if (!import->compiler)
			import->asked = frame;
	}
	return true;
}

/* The same of STACK, where JAX starts. */
static struct host_import start_of(const struct host_code *code, uint32_t stack)
{
	struct host_import start = { .starts = "JAX", .module = NONE, .asked = NONE, .own = NONE };

	for (uint32_t s = stack; s != NONE && start.own == NONE;
	     s = code->trace->host_stacks[s].parent)
		if (code->places[code->trace->host_stacks[s].frame].is_own)
			start.own = code->trace->host_stacks[s].frame;
	return start;
}

static bool is_same(const struct host_code *code, const struct host_import *a,
                    const struct host_import *b)
{
	const struct trace_host_frame *frames = code->trace->host_frames;

	return a->compiler == b->compiler && a->starts == b->starts && a->asked == b->asked &&
	       a->own == b->own &&
	       (a->module == NONE || b->module == NONE
	                ? a->module == b->module
	                : strcmp(frames[a->module].file, frames[b->module].file) == 0);
}

static struct host_import *find(struct host_import *items, size_t count,
                                const struct host_code *code, const struct host_import *import)
{
	for (size_t i = 0; i < count; i++)
		if (is_same(code, &items[i], import))
			return &items[i];
	return NULL;
}

/* All that one compiler does is one: of whose doing, if one of the program's frames has most. */
static void add_up_compilers(struct host_import *items, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		double all_ns = 0;
		size_t most = i;

		if (!items[i].compiler || items[i].ns <= 0)
			continue;
		for (size_t k = i; k < count; k++) {
			if (items[k].compiler != items[i].compiler)
				continue;
			all_ns += items[k].ns;
			most = items[k].ns > items[most].ns ? k : most;
		}
		items[i].own = 2 * items[most].ns >= all_ns ? items[most].own : NONE;
		items[i].is_part = 100 * items[most].ns < HOST_MOST_PERCENT * all_ns;
		for (size_t k = i; k < count; k++)
			if (items[k].compiler == items[i].compiler)
				items[k].ns = k == i ? all_ns : 0;
	}
}

/* Sets IMPORTS from the COUNT ITEMS, shares being of ALL_NS. */
static void choose(struct host_imports *imports, const struct host_import *items, size_t count,
                   double all_ns)
{
	size_t most = 0;

	for (size_t i = 0; i < count; i++) {
		if (items[i].ns > imports->most.ns) {
			imports->most = items[i];
			most = i;
		}
		if (items[i].compiler && items[i].ns > imports->compiling.ns)
			imports->compiling = items[i];
	}
	for (size_t i = 0; i < count; i++)
		if (items[i].starts && i != most && items[i].ns > imports->start.ns)
			imports->start = items[i];
	if (all_ns > 0) {
		imports->most.share = imports->most.ns / all_ns;
		imports->start.share = imports->start.ns / all_ns;
	}
}

/* Adds what STACK imports, compiles or, where IT_STARTS, starts to the items; takes it out of TIME.
 * Returns 0 or -ENOMEM. */
static int take_stack(struct host_import **items, size_t *count, struct host_time *time,
                      uint32_t stack, bool it_starts)
{
	struct host_import import, *item;

	if (!import_of(&import, time->code, stack)) {
		if (!it_starts)
			return 0;
		import = start_of(time->code, stack);
	}
	item = find(*items, *count, time->code, &import);
	if (!item) {
		item = ARRAY_ADD(items, count);
		if (!item)
			return -ENOMEM;
		*item = import;
	}
	item->ns += time->sampled_ns[stack];
	time->unknown_ns += time->sampled_ns[stack];
	time->sampled_ns[stack] = time->late_ns[stack] = 0;
	return 0;
}

int host_imports_take(struct host_imports *imports, struct host_time *time)
{
	const double all_ns = time->sampled_sum_ns + time->unknown_ns;
	bool *starts = host_starts_of_stacks(time->code->trace);
	struct host_import *items = NULL;
	size_t count = 0;
	int err = starts ? 0 : -ENOMEM;

	*imports = (struct host_imports){ 0 };
	for (uint32_t s = 0; s < time->code->trace->host_stacks_count && !err; s++)
		if (time->sampled_ns[s] > 0)
			err = take_stack(&items, &count, time, s, starts[s]);
	if (!err) {
		add_up_compilers(items, count);
		choose(imports, items, count, all_ns);
	}
	free(items);
	free(starts);
	return err;
}

void host_imports_keep(double *sampled_ns, const struct host_code *code,
                       const struct host_import *compiling)
{
	for (uint32_t s = 0; s < code->trace->host_stacks_count; s++) {
		struct host_import import;

		if (sampled_ns[s] > 0 &&
		    (!import_of(&import, code, s) || import.compiler != compiling->compiler))
			sampled_ns[s] = 0;
	}
}

/* "torch._dynamo", from "/v/lib/python3.12/site-packages/torch/_dynamo/__init__.py". */
static void write_module(char text[HOST_PLACE_TEXT], const char *file)
{
	static const char *const roots[] = { "/site-packages/", "/dist-packages/" };
	static const char *const ends[] = { "/__init__.py", ".py" };
	const char *from = text_file_name(file);
	size_t length;

	for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
		if (strstr(file, roots[i]))
			from = strstr(file, roots[i]) + strlen(roots[i]);
	snprintf(text, HOST_PLACE_TEXT, "%s", from);
	length = strlen(text);
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (length > strlen(ends[i]) &&
		    strcmp(text + length - strlen(ends[i]), ends[i]) == 0) {
			text[length - strlen(ends[i])] = '\0';
			break;
		}
	for (char *c = text; *c; c++)
		if (*c == '/')
			*c = '.';
}

const char *host_import_text(char text[HOST_IMPORT_TEXT], const struct host_code *code,
                             const struct host_import *import)
{
	char module[HOST_PLACE_TEXT] = "Python modules", asked[HOST_PLACE_TEXT] = "";
	char own[HOST_PLACE_TEXT] = "";

	if (import->own != NONE)
		host_place_text(own, &code->places[import->own]);
	if (import->compiler) {
		snprintf(text, HOST_IMPORT_TEXT, "compiling (%s)%s%s%s", import->compiler,
		         *own && import->is_part ? ", mostly"
		         : *own                  ? ","
		                                 : "",
		         *own ? " called from " : "", own);
		return text;
	}
	if (import->starts) {
		snprintf(text, HOST_IMPORT_TEXT, "%s's start, with its first array%s%s",
		         import->starts, *own ? ", called from " : "", own);
		return text;
	}
	if (import->module != NONE)
		write_module(module, code->trace->host_frames[import->module].file);
	if (import->asked != NONE)
		host_place_text(asked, &code->places[import->asked]);
	snprintf(text, HOST_IMPORT_TEXT, "importing %s%s%s%s%s", module,
	         *asked ? ", called from " : "", asked, *own ? " in " : "", own);
	return text;
}
