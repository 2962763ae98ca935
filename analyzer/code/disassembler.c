/* SPDX-License-Identifier: MIT */
/* The machine code of a trace's functions as text. One thread at a time. */
#include "code/disassembler.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "code/cubin.h"
#include "code/elf_image.h"
#include "code/module.h"
#include "base/clock.h"
#include "code/nvdisasm.h"
#include "code/source.h"
#include "trace_file.h"

/*
 * To start nvdisasm takes some 0.4 s, to print a function some 3 ms (13.0). So a small module is
 * printed whole and its listing kept, for there will be more functions of it; of a large one the
 * function alone is printed.
 */
enum {
	SMALL_CUBIN_BYTES = 1 << 20,
	LISTINGS_MAX = 16,
};

struct listing {
	int64_t module_crc;
	char *text;
	size_t size;
};

struct disassembler {
	const char *path; /* of the trace */
	char program[PATH_MAX];
	int64_t used_ns; /* by all runs so far */
	const char *trouble;
	struct listing listings[LISTINGS_MAX];
	size_t listings_count;
};

struct disassembler *disassembler_new(const char *path)
{
	struct disassembler *disassembler = calloc(1, sizeof *disassembler);

	if (disassembler) {
		disassembler->path = path;
		disassembler->trouble = "";
		nvdisasm_find(disassembler->program);
	}
	return disassembler;
}

void disassembler_free(struct disassembler *disassembler)
{
	for (size_t i = 0; disassembler && i < disassembler->listings_count; i++)
		free(disassembler->listings[i].text);
	free(disassembler);
}

const char *disassembler_trouble(const struct disassembler *disassembler)
{
	return disassembler->trouble;
}

/* ---- the module ---- */

/* The cubin with that checksum, in new memory; NULL with *ERR set, 0: the trace has none. */
static void *read_module(const char *path, int64_t crc, size_t *size, int *err)
{
	size_t budget_bytes = DISASSEMBLER_CUBIN_MAX;
	char error[TRACE_ERROR_MAX];
	sqlite3_stmt *row = NULL;
	void *image = NULL;
	sqlite3 *db;

	*err = trace_file_open(path, &db, error);
	if (*err)
		return NULL;
	if (sqlite3_prepare_v2(db, "SELECT size_bytes, cubin FROM module WHERE crc = ? ORDER BY id",
	                       -1, &row, NULL) == SQLITE_OK &&
	    sqlite3_bind_int64(row, 1, crc) == SQLITE_OK && sqlite3_step(row) == SQLITE_ROW)
		image = module_unpack(row, 0, &budget_bytes, size, err);
	sqlite3_finalize(row);
	sqlite3_close(db);
	return image;
}

/* The symbol of the function that begins SECTION, which nvdisasm takes for its name; 0: none. */
static uint32_t symbol_of(const struct elf_image *image, uint32_t section)
{
	const struct elf_section *symbols = NULL;
	Elf64_Sym symbol;

	for (size_t i = 1; i < image->section_count && !symbols; i++)
		if (image->sections[i].type == SHT_SYMTAB)
			symbols = &image->sections[i];
	for (uint32_t i = 1; elf_symbol(symbols, i, &symbol); i++)
		if (symbol.st_shndx == section && symbol.st_value == 0 &&
		    ELF64_ST_TYPE(symbol.st_info) == STT_FUNC)
			return i;
	return 0;
}

/* ---- its text ---- */

static const struct listing *kept_listing(const struct disassembler *disassembler,
                                          int64_t module_crc)
{
	for (size_t i = 0; i < disassembler->listings_count; i++)
		if (disassembler->listings[i].module_crc == module_crc)
			return &disassembler->listings[i];
	return NULL;
}

/* The listing of IMAGE, or of FUNCTION alone, into LISTING, for the caller to free. */
static int print(struct disassembler *disassembler, struct listing *listing, const void *image,
                 size_t size, const struct cubin_function *function)
{
	const int64_t begin_ns = monotonic_ns();
	const int64_t left_ns = DISASSEMBLER_SECONDS * INT64_C(1000000000) - disassembler->used_ns;
	struct nvdisasm_code code = { .cubin = image, .size = size };
	struct elf_image elf;
	int err;

	if (size > SMALL_CUBIN_BYTES) {
		if (elf_image_init(&elf, image, size) == 0)
			code.symbol = symbol_of(&elf, function->section);
		elf_image_release(&elf);
	}
	err = nvdisasm_run(disassembler->program, &code, begin_ns + left_ns, &listing->text,
	                   &listing->size);
	disassembler->used_ns += monotonic_ns() - begin_ns;
	return err;
}

static int read_listing(struct disassembler *disassembler, struct sass *sass, int64_t module_crc,
                        const void *image, size_t size, const struct cubin_function *function)
{
	const struct sass_range range = { function->kernel->name, function->offset, function->end };
	const struct listing *kept = kept_listing(disassembler, module_crc);
	struct listing made = { .module_crc = module_crc };
	int err = 0;

	if (!kept)
		err = print(disassembler, &made, image, size, function);
	if (!err)
		err = sass_parse(sass, kept ? kept->text : made.text, kept ? kept->size : made.size,
		                 &range);
	if (!err && !kept && size <= SMALL_CUBIN_BYTES &&
	    disassembler->listings_count < LISTINGS_MAX) {
		disassembler->listings[disassembler->listings_count++] = made;
		return 0;
	}
	free(made.text);
	return err;
}

static int read_function(struct disassembler *disassembler, int64_t module_crc, const char *mangled,
                         struct sass *sass)
{
	size_t size, budget_bytes = SOURCE_MEMORY_MAX_BYTES;
	const struct cubin_function *function;
	struct cubin cubin;
	void *image;
	int err;

	image = read_module(disassembler->path, module_crc, &size, &err);
	if (!image)
		return err ? err : -ENOENT;
	err = cubin_init(&cubin, image, size, &budget_bytes);
	if (!err) {
		function = cubin_function(&cubin, mangled);
		err = function ? read_listing(disassembler, sass, module_crc, image, size, function)
		               : -ENOENT;
	}
	cubin_release(&cubin);
	free(image);
	return err;
}

int disassembler_read(struct disassembler *disassembler, int64_t module_crc, const char *mangled,
                      struct sass *sass)
{
	static const struct {
		int err;
		const char *text;
	} troubles[] = {
		{ -ENOENT, "the trace does not hold its machine code" },
		{ -EFBIG, "its module is too large to take it apart" },
		{ -ETIMEDOUT, "nvdisasm took too long" },
	};
	int err;

	*sass = (struct sass){ 0 };
	if (!*disassembler->program) {
		disassembler->trouble = "nvdisasm, of the CUDA toolkit, is not on this machine";
		return 0;
	}
	err = read_function(disassembler, module_crc, mangled, sass);
	if (err == -ENOMEM || sass->count)
		return err;
	disassembler->trouble = "nvdisasm could not read it";
	for (size_t i = 0; i < sizeof troubles / sizeof *troubles; i++)
		if (err == troubles[i].err)
			disassembler->trouble = troubles[i].text;
	return 0;
}
