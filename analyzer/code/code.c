/* SPDX-License-Identifier: MIT */
/*
 * Reads code from cubins. A cubin is an ELF64 file: section .nv.info lists attributes, among them
 * the frame size by symbol, .nv.info.FUNCTION those of a kernel; .text.FUNCTION has the code;
 * .nv.callgraph has pairs of symbols, caller and callee. Any thread.
 */
#include "code/code.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "code/argument_reduction.h"
#include "code/again.h"
#include "code/chain.h"
#include "code/code_parts.h"
#include "code/elf_image.h"
#include "code/fixed.h"
#include "code/instruction.h"
#include "code/lanes.h"
#include "code/loaded.h"
#include "code/lock.h"
#include "code/module.h"
#include "code/moved.h"
#include "code/strided.h"

enum { TEXT_MAX_BYTES = 1 << 16 };

/* Instructions, by the low 12 bits of their 128: a branch relative to itself. */
enum { OPCODE_MASK = 0xfff, OPCODE_BRA = 0x947 };

/* A loop that tries a compare-and-swap again has 7 to 10 instructions as compilers write it for
 * sums of floats, and more for a computation of the program's own. */
enum { RETRY_INSTRUCTIONS = 24 };

/* Attributes of .nv.info: a format byte, an attribute byte, two bytes; format 4: that many more.
 * Those of a kernel are what nvcc 13.0 writes for __launch_bounds__() (as x, y and z) and
 * -maxrregcount; 255 registers are as many as a thread can have. */
enum {
	FORMAT_SIZED = 4,
	ATTRIBUTE_MAX_THREADS = 0x05,
	ATTRIBUTE_FRAME_SIZE = 0x11,
	ATTRIBUTE_MAX_REGISTERS = 0x1b,
	SIDE_MASK = 0xffff, /* of a block: no GPU has more */
};

static uint32_t read_32(const uint8_t *bytes)
{
	uint32_t value;

	memcpy(&value, bytes, sizeof value);
	return value;
}

static uint64_t read_64(const uint8_t *bytes)
{
	uint64_t value;

	memcpy(&value, bytes, sizeof value);
	return value;
}

/* The text at OFFSET of TEXTS, "" if it is longer than any name. */
static const char *name_at(const struct line_texts *texts, uint64_t offset)
{
	const char *text = elf_text(texts, offset);

	return strnlen(text, TEXT_MAX_BYTES) < TEXT_MAX_BYTES ? text : "";
}

/* ---- which function ---- */

struct names {
	const struct trace *trace;
	uint32_t *order; /* functions in order of name */
	struct code *codes;
	uint64_t *fingerprints;  /* of the codes that are known */
	bool is_combined_offset; /* branches as since capability 9.0 */
};

static int compare_names(const void *a, const void *b, void *trace_pointer)
{
	const struct trace *trace = trace_pointer;

	return strcmp(trace->functions[*(const uint32_t *)a].name,
	              trace->functions[*(const uint32_t *)b].name);
}

struct wanted_function {
	const struct trace_function *functions;
	const char *name;
};

static bool is_before(const void *item, const void *key)
{
	const struct wanted_function *wanted = key;

	return strcmp(wanted->functions[*(const uint32_t *)item].name, wanted->name) < 0;
}

/* The code of the function of that name, or NULL. */
static struct code *code_named(const struct names *names, const char *name)
{
	const struct trace *trace = names->trace;
	const struct wanted_function wanted = { trace->functions, name };
	size_t place = lower_bound(&wanted, names->order, trace->functions_count,
	                           sizeof *names->order, is_before);
	uint32_t id;

	if (place == trace->functions_count)
		return NULL;
	id = names->order[place];
	return strcmp(trace->functions[id].name, name) == 0 ? &names->codes[id] : NULL;
}

/* ---- code ---- */

struct instruction code_instruction_fetch(const struct elf_bytes *text, int64_t position)
{
	const uint8_t *at = text->at + position * CODE_INSTRUCTION_BYTES;

	return (struct instruction){ read_64(at), read_64(at + 8) };
}

int64_t code_branch_target(const struct instruction *branch, int64_t position, bool is_combined)
{
	/* 50 bits of words of four bytes, two of them unused before 9.0; relative to the next. */
	const uint64_t bits = (branch->high & 0x3ffff) << 32 | branch->low >> 32;
	int64_t offset = (int64_t)(bits << 14) >> 14;

	if (is_combined) /* the lowest eight bits lie apart */
		offset = ((offset >> 2) * 256 + (int64_t)(branch->low >> 16 & 0xff)) * 4;
	return position + 1 + offset / CODE_INSTRUCTION_BYTES;
}

int64_t code_loop_head(const struct instruction *branch, int64_t position, bool is_combined)
{
	const int64_t target = code_branch_target(branch, position, is_combined);

	/* Others go forward, or are the endless one behind the end. */
	return (branch->low & OPCODE_MASK) == OPCODE_BRA && target < position ? target : -1;
}

/* Goes through the instructions; a loop is what a branch back jumps over. Twice: what a round of a
 * loop has left, the next one may use. IS_BY_DATA: loaded_find()'s. */
static void read_instructions(const struct elf_bytes *text, const int32_t change[],
                              const bool is_by_data[], struct code *code)
{
	const int64_t count = (int64_t)(text->size / CODE_INSTRUCTION_BYTES);
	struct denormals denormals = { 0 };
	struct lanes lanes = { 0 };
	struct fixed fixed = { 0 };
	struct moved moved = { 0 };

	for (int round = 0; round < 2; round++) {
		int64_t loops = 0;

		for (int64_t i = 0; i < count; i++) {
			const struct instruction instruction = code_instruction_fetch(text, i);

			loops += change[i];
			if (round)
				code_count(code, &instruction, i, loops, is_by_data[i],
				           fixed_is_address(&fixed, &instruction));
			if (round)
				code->indexes_constants |=
				        lanes_index_constants(&lanes, &instruction);
			if (denormals_take(&denormals, &instruction) == DENORMAL_SCALES)
				code->scales_denormals = true;
			lanes_take(&lanes, &instruction);
			fixed_take(&fixed, &instruction);
			if (round)
				moved_take(&moved, &instruction);
		}
	}
	code->copies = moved.moves && !moved.does_more;
	code->is_of_elements =
	        moved.loads && moved.stores && !moved.elsewhere && !code->instructions_in_loops;
}

/* Whether there is no other loop in the one from HEAD to END. */
static bool is_innermost(const struct elf_bytes *text, int64_t head, int64_t end, bool is_combined)
{
	for (int64_t i = head; i < end; i++) {
		const struct instruction instruction = code_instruction_fetch(text, i);

		if (code_loop_head(&instruction, i, is_combined) >= 0)
			return false;
	}
	return true;
}

static void look_at_loop(struct code *code, const struct elf_bytes *text, int64_t head, int64_t end)
{
	enum code_loop_kind kind;
	int64_t at = again_find(text, head, end, &kind);

	if (at < 0) {
		at = chain_find(text, head, end);
		kind = LOOP_CHAIN;
	}
	if (at >= 0)
		code->loops[code->loops_count++] = (struct code_loop){
			.offset_bytes = (uint32_t)(at * CODE_INSTRUCTION_BYTES),
			.head_bytes = (uint32_t)(head * CODE_INSTRUCTION_BYTES),
			.end_bytes = (uint32_t)((end + 1) * CODE_INSTRUCTION_BYTES),
			.kind = kind,
		};
}

/* A loop as short as that from HEAD to END does nothing but try the operations in it again. */
static void look_for_retries(struct code *code, const struct elf_bytes *text, int64_t head,
                             int64_t end)
{
	for (int i = 0; i < code->atomics_count && end - head < RETRY_INSTRUCTIONS; i++) {
		struct code_atomic *atomic = &code->atomics[i];
		const int64_t at = atomic->offset_bytes / CODE_INSTRUCTION_BYTES;
		const struct instruction instruction = code_instruction_fetch(text, at);

		if (at < head || at > end)
			continue;
		if (instruction_compares_and_swaps(&instruction) ||
		    instruction_exchanges(&instruction))
			atomic->takes_lock = lock_is_taken(text, head, end, at);
		if (!instruction_compares_and_swaps(&instruction) && !atomic->takes_lock)
			continue;
		atomic->retry_bytes = (uint32_t)(head * CODE_INSTRUCTION_BYTES);
		atomic->retry_end_bytes = (uint32_t)((end + 1) * CODE_INSTRUCTION_BYTES);
	}
}

static void look_at_loops(struct code *code, const struct elf_bytes *text, bool is_combined)
{
	const int64_t count = (int64_t)(text->size / CODE_INSTRUCTION_BYTES);

	for (int64_t end = 0; end < count; end++) {
		const struct instruction branch = code_instruction_fetch(text, end);
		const int64_t head = code_loop_head(&branch, end, is_combined);

		if (head < 0 || !is_innermost(text, head, end, is_combined))
			continue;
		look_for_retries(code, text, head, end);
		if (code->loops_count < CODE_LOOPS_MAX)
			look_at_loop(code, text, head, end);
	}
}

static int read_code(const struct names *names, const struct elf_bytes *text, struct code *code)
{
	int64_t count = (int64_t)(text->size / CODE_INSTRUCTION_BYTES);
	int32_t *change = calloc((size_t)count + 1, sizeof *change); /* of the depth of loops */
	bool *is_by_data = calloc((size_t)count + 1, sizeof *is_by_data);
	int err = -ENOMEM;

	code->exit_at = -1;
	if (change && is_by_data)
		err = loaded_find(is_by_data, text, names->is_combined_offset);
	for (int64_t i = 0; !err && i < count; i++) {
		const struct instruction instruction = code_instruction_fetch(text, i);
		const int64_t head = code_loop_head(&instruction, i, names->is_combined_offset);

		if (head < 0)
			continue;
		code->backward_branches++;
		change[head]++;
		change[i + 1]--;
	}
	if (!err) {
		read_instructions(text, change, is_by_data, code);
		look_at_loops(code, text, names->is_combined_offset);
		code->strides_over_elements =
		        code->reads_grid_size &&
		        strided_over_elements(text, names->is_combined_offset);
	}
	free(is_by_data);
	free(change);
	return err;
}

const struct code_atomic *code_atomic_at(const struct code *code, int64_t offset_bytes)
{
	for (int i = 0; i < code->atomics_count; i++)
		if (code->atomics[i].offset_bytes == offset_bytes)
			return &code->atomics[i];
	return NULL;
}

const struct code_atomic *code_retried_at(const struct code *code, int64_t offset_bytes)
{
	for (int i = 0; i < code->atomics_count; i++)
		if (offset_bytes >= code->atomics[i].retry_bytes &&
		    offset_bytes < code->atomics[i].retry_end_bytes)
			return &code->atomics[i];
	return NULL;
}

/* ---- attributes ---- */

/* A kernel has a bank of constant memory for its arguments, and is all that has one. */
static void mark_kernel(const struct names *names, const char *section)
{
	static const char bank[] = ".nv.constant0.";
	const bool is_bank = strncmp(section, bank, strlen(bank)) == 0;
	struct code *code = is_bank ? code_named(names, section + strlen(bank)) : NULL;

	if (code)
		code->is_kernel = true;
}

/* The names of SYMBOLS, which may be NULL. */
static struct line_texts symbol_names(const struct elf_image *image,
                                      const struct elf_section *symbols)
{
	return elf_texts(symbols ? elf_section_at(image, symbols->link) : NULL);
}

/* An attribute, and where the next one is. */
struct attribute {
	int id, value;       /* value: the two bytes behind it */
	const uint8_t *more; /* bytes, where the format has them */
	size_t size;
};

/* Goes on in INFO from *AT. Returns false at its end, or where it is damaged. */
static bool next_attribute(struct attribute *attribute, const struct elf_section *info, size_t *at)
{
	const uint8_t *bytes = info->bytes.at + *at;
	const size_t left = info->bytes.size - *at;

	if (left < 4)
		return false;
	attribute->id = bytes[1];
	attribute->value = bytes[2] | bytes[3] << 8;
	attribute->more = bytes + 4;
	attribute->size = bytes[0] == FORMAT_SIZED ? (size_t)attribute->value : 0;
	if (attribute->size > left - 4)
		return false;
	*at += 4 + attribute->size;
	return true;
}

static void read_sizes(const struct names *names, const struct elf_image *image,
                       const struct elf_section *info)
{
	const struct elf_section *symbols = elf_section_at(image, info->link);
	const struct line_texts texts = symbol_names(image, symbols);
	struct attribute attribute;

	for (size_t at = 0; next_attribute(&attribute, info, &at);) {
		struct code *code;
		Elf64_Sym symbol;

		if (attribute.id != ATTRIBUTE_FRAME_SIZE || attribute.size != 8 ||
		    !elf_symbol(symbols, read_32(attribute.more), &symbol))
			continue;
		code = code_named(names, name_at(&texts, symbol.st_name));
		if (code && read_32(attribute.more + 4) > code->frame_bytes)
			code->frame_bytes = read_32(attribute.more + 4);
	}
}

/* What the compiler of the kernel NAME was allowed, which INFO is about. */
static void read_limits(const struct names *names, const char *name, const struct elf_section *info)
{
	struct code *code = code_named(names, name);
	struct attribute attribute;

	if (!code || code->registers_max)
		return;
	for (size_t at = 0; next_attribute(&attribute, info, &at);)
		if (attribute.id == ATTRIBUTE_MAX_REGISTERS && !attribute.size)
			code->registers_max = attribute.value;
		else if (attribute.id == ATTRIBUTE_MAX_THREADS && attribute.size == 12)
			code->threads_max = (int64_t)(read_32(attribute.more) & SIDE_MASK) *
			                    (read_32(attribute.more + 4) & SIDE_MASK) *
			                    (read_32(attribute.more + 8) & SIDE_MASK);
}

/* ---- who launches kernels, and who uses the heap ---- */

enum { LAUNCHES = 1, ALLOCATES = 2 };

enum {
	CALL_BYTES = 8,      /* the symbols of caller and callee */
	CALL_DEPTH_MAX = 16, /* functions between a kernel and the one that it calls at last */
};

/* What calling the function NAME means. Functions of the device runtime that launch:
 * cudaLaunchDevice(), __cudaCDP2LaunchDeviceV2() ... */
static uint8_t uses_of(const char *name)
{
	return (uint8_t)((strstr(name, "LaunchDevice") ? LAUNCHES : 0) |
	                 (strcmp(name, "malloc") == 0 || strcmp(name, "free") == 0 ? ALLOCATES
	                                                                           : 0));
}

/*
 * Marks the functions that launch kernels or use the heap, themselves or by functions that they
 * call. Symbols that are none (the headings of the lists in this section) are skipped.
 */
static int read_calls(const struct names *names, const struct elf_image *image,
                      const struct elf_section *graph)
{
	const struct elf_section *symbols = elf_section_at(image, graph->link);
	const struct line_texts texts = symbol_names(image, symbols);
	size_t count = symbols ? symbols->bytes.size / sizeof(Elf64_Sym) : 0;
	uint8_t *uses = calloc(count + 1, sizeof *uses);
	bool has_changed = count > 0;
	Elf64_Sym symbol;

	if (!uses)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++) {
		elf_symbol(symbols, i, &symbol);
		uses[i] = uses_of(name_at(&texts, symbol.st_name));
	}
	for (int depth = 0; has_changed && depth < CALL_DEPTH_MAX; depth++) {
		has_changed = false;
		for (size_t at = 0; at + CALL_BYTES <= graph->bytes.size; at += CALL_BYTES) {
			uint32_t caller = read_32(graph->bytes.at + at);
			uint32_t callee = read_32(graph->bytes.at + at + 4);

			if (caller < count && callee < count && uses[callee] & ~uses[caller]) {
				uses[caller] |= uses[callee];
				has_changed = true;
			}
		}
	}
	for (size_t i = 0; i < count; i++) {
		struct code *code;

		if (!uses[i])
			continue;
		elf_symbol(symbols, i, &symbol);
		code = code_named(names, name_at(&texts, symbol.st_name));
		if (code) {
			code->launches_kernels |= (uses[i] & LAUNCHES) != 0;
			code->uses_heap |= (uses[i] & ALLOCATES) != 0;
		}
	}
	free(uses);
	return 0;
}

/* Whether IMAGE was compiled with -G: only then has it DWARF about types and variables; -lineinfo
 * makes lines alone (nvcc 13.0). */
static bool has_debug_info(const struct elf_image *image)
{
	for (size_t i = 1; i < image->section_count; i++)
		if (image->sections[i].bytes.size &&
		    strcmp(name_at(&image->names, image->sections[i].name), ".debug_info") == 0)
			return true;
	return false;
}

uint64_t code_fingerprint(const struct elf_bytes *text)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < text->size; i++)
		hash = (hash ^ text->at[i]) * UINT64_C(0x100000001b3);
	return hash;
}

/* Every version is asked, since all of them ran under one name. */
static bool multiplies_matrices(const struct elf_bytes *text)
{
	for (size_t i = 0; i < text->size / CODE_INSTRUCTION_BYTES; i++) {
		const struct instruction instruction = code_instruction_fetch(text, (int64_t)i);

		if (instruction_multiplies_matrices(&instruction))
			return true;
	}
	return false;
}

static int read_sections(void *context, const struct elf_image *image)
{
	static const char info_of_kernel[] = ".nv.info.";
	const struct names *names = context;
	const bool is_debug = has_debug_info(image);
	struct reduction_tables tables;
	int err = 0;

	reduction_tables_find(&tables, image);
	for (size_t i = 1; !err && i < image->section_count; i++) {
		const struct elf_section *section = &image->sections[i];
		const char *name = name_at(&image->names, section->name);
		const char *function = elf_code_name(image, section);
		struct code *code = function ? code_named(names, function) : NULL;

		mark_kernel(names, name);
		if (strcmp(name, ".nv.info") == 0)
			read_sizes(names, image, section);
		else if (strncmp(name, info_of_kernel, sizeof info_of_kernel - 1) == 0)
			read_limits(names, name + sizeof info_of_kernel - 1, section);
		if (strcmp(name, ".nv.callgraph") == 0)
			err = read_calls(names, image, section);
		if (code)
			code->multiplies_matrices |= multiplies_matrices(&section->bytes);
		if (code && code->is_known)
			code->varies |= code_fingerprint(&section->bytes) !=
			                names->fingerprints[code - names->codes];
		if (!code || code->is_known)
			continue;
		code->is_known = true;
		names->fingerprints[code - names->codes] = code_fingerprint(&section->bytes);
		code->is_debug = is_debug;
		code->calls_math =
		        math_routines_next(&(struct math_range){ 0 }, &(size_t){ 0 }, image, i);
		code->reduces_arguments = reduction_tables_are_read(&tables, &section->bytes);
		err = read_code(names, &section->bytes, code);
	}
	return err;
}

/* ---- modules of the trace ---- */

/* One that cannot be read tells nothing. Returns 0 or -ENOMEM. */
static int read_module(sqlite3_stmt *row, code_image_reader *reader, void *context)
{
	size_t budget_bytes = MODULE_MAX_BYTES, size = 0;
	struct elf_image image = { 0 };
	int err = 0;
	void *cubin = module_unpack(row, 0, &budget_bytes, &size, &err);

	if (cubin)
		err = elf_image_init(&image, cubin, size);
	if (cubin && !err)
		err = reader(context, &image);
	elf_image_release(&image);
	free(cubin);
	return err == -ENOMEM ? err : 0;
}

int code_modules_read(const struct trace *trace, code_image_reader *reader, void *context)
{
	char error[TRACE_ERROR_MAX];
	sqlite3 *db = NULL;
	sqlite3_stmt *rows = NULL;
	int err = 0;

	if (trace_file_open(trace->path, &db, error))
		return 0; /* it was there when the trace was loaded: now it tells nothing */
	if (sqlite3_prepare_v2(db, "SELECT size_bytes, cubin FROM module", -1, &rows, NULL) ==
	    SQLITE_OK)
		while (!err && sqlite3_step(rows) == SQLITE_ROW)
			err = read_module(rows, reader, context);
	sqlite3_finalize(rows);
	sqlite3_close(db);
	return err;
}

bool code_has_combined_offsets(const struct trace *trace)
{
	return trace->devices_count && trace->devices[0].cc_major >= 9;
}

int codes_read(struct code **codes, const struct trace *trace)
{
	struct names names = {
		.trace = trace,
		.order = malloc((trace->functions_count + 1) * sizeof *names.order),
		.codes = calloc(trace->functions_count + 1, sizeof *names.codes),
		.fingerprints = malloc((trace->functions_count + 1) * sizeof *names.fingerprints),
		.is_combined_offset = code_has_combined_offsets(trace),
	};
	int err = names.order && names.codes && names.fingerprints ? 0 : -ENOMEM;

	*codes = NULL;
	if (!err) {
		for (size_t i = 0; i < trace->functions_count; i++)
			names.order[i] = (uint32_t)i;
		if (trace->functions_count)
			qsort_r(names.order, trace->functions_count, sizeof *names.order,
			        compare_names, (void *)(uintptr_t)trace);
		if (trace->path && trace->devices_count && trace->devices[0].cc_major >= 7)
			err = code_modules_read(trace, read_sections, &names);
	}
	for (size_t i = 0; !err && i < trace->functions_count; i++)
		if (names.codes[i].varies)
			names.codes[i] = (struct code){
				.varies = true,
				.multiplies_matrices = names.codes[i].multiplies_matrices,
			};
	free(names.order);
	free(names.fingerprints);
	if (err)
		free(names.codes);
	else
		*codes = names.codes;
	return err;
}
