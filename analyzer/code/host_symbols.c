/* SPDX-License-Identifier: MIT */
/*
 * Symbols by libdwfl. The path is the trace's word: only a plain file with the recorded build id is
 * believed. Debug information is looked for on this machine alone, never in the network.
 */
#include "code/host_symbols.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "config.h"

#ifdef HAVE_LIBDW
#include <dlfcn.h>
#include <elfutils/libdwfl.h>
#include <link.h>

#include "code/host_inlined.h"

enum { X86_CALL_BYTES_MAX = 7, ARM_CALL_BYTES = 4 };

struct host_symbols {
	Dwfl *session;
	Dwfl_Module *module;
	GElf_Addr bias;
	dev_t device; /* of the file */
	ino_t inode;
};

static char *debug_path = NULL;

static const Dwfl_Callbacks callbacks = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = dwfl_standard_find_debuginfo,
	.section_address = dwfl_offline_section_address,
	.debuginfo_path = &debug_path,
};

static bool has_build_id(Dwfl_Module *module, const char *build_id)
{
	static const char digits[] = "0123456789abcdef";
	const unsigned char *bits;
	GElf_Addr address;
	const int bytes = dwfl_module_build_id(module, &bits, &address);

	if (bytes <= 0 || strlen(build_id) != 2 * (size_t)bytes)
		return false;
	for (size_t i = 0; i < (size_t)bytes; i++)
		if (build_id[2 * i] != digits[bits[i] >> 4] ||
		    build_id[2 * i + 1] != digits[bits[i] & 15])
			return false;
	return true;
}

struct host_symbols *host_symbols_open(const char *path, const char *build_id)
{
	struct host_symbols *symbols = calloc(1, sizeof *symbols);
	struct stat file;

	if (!symbols || !*build_id || stat(path, &file) || !S_ISREG(file.st_mode)) {
		free(symbols);
		return NULL;
	}
	symbols->device = file.st_dev;
	symbols->inode = file.st_ino;
	unsetenv("DEBUGINFOD_URLS");
	symbols->session = dwfl_begin(&callbacks);
	if (symbols->session) {
		dwfl_report_begin(symbols->session);
		symbols->module = dwfl_report_offline(symbols->session, path, path, -1);
		dwfl_report_end(symbols->session, NULL, NULL);
	}
	if (!symbols->module || !dwfl_module_getelf(symbols->module, &symbols->bias) ||
	    !has_build_id(symbols->module, build_id)) {
		host_symbols_close(symbols);
		return NULL;
	}
	return symbols;
}

void host_symbols_close(struct host_symbols *symbols)
{
	if (symbols && symbols->session)
		dwfl_end(symbols->session);
	free(symbols);
}

/* The BYTES before AT of the module's code; NULL: it has none there. */
static const unsigned char *code_before(struct host_symbols *symbols, GElf_Addr at, size_t bytes)
{
	GElf_Addr offset = at - 1, bias;
	Elf_Scn *section = dwfl_module_address_section(symbols->module, &offset, &bias);
	Elf_Data *data = section ? elf_rawdata(section, NULL) : NULL;

	if (!data || !data->d_buf || offset + 1 < bytes || offset >= data->d_size)
		return NULL;
	return (const unsigned char *)data->d_buf + offset + 1 - bytes;
}

/* A call by its distance, or by an address in a register or in memory, of 2 to 7 bytes. */
static bool ends_in_x86_call(const unsigned char code[X86_CALL_BYTES_MAX])
{
	const unsigned char *end = code + X86_CALL_BYTES_MAX;

	if (end[-5] == 0xe8)
		return true;
	for (int bytes = 2; bytes <= X86_CALL_BYTES_MAX; bytes++)
		if (bytes != 5 && end[-bytes] == 0xff && (end[1 - bytes] & 0x38) == 0x10)
			return true;
	return false;
}

/* bl, blr. */
static bool is_arm_call(const unsigned char code[ARM_CALL_BYTES])
{
	uint32_t instruction;

	memcpy(&instruction, code, sizeof instruction);
	return (instruction & 0xfc000000) == 0x94000000 || (instruction & 0xfffffc1f) == 0xd63f0000;
}

bool host_symbols_may_return_to(struct host_symbols *symbols, int64_t address)
{
	Elf *elf = dwfl_module_getelf(symbols->module, &symbols->bias);
	const GElf_Addr at = (GElf_Addr)address + symbols->bias;
	const unsigned char *code;
	GElf_Ehdr header;

	if (!elf || !gelf_getehdr(elf, &header))
		return true;
	if (header.e_machine == EM_X86_64) {
		code = code_before(symbols, at, X86_CALL_BYTES_MAX);
		return code && ends_in_x86_call(code);
	}
	if (header.e_machine == EM_AARCH64) {
		code = code_before(symbols, at, ARM_CALL_BYTES);
		return code && is_arm_call(code);
	}
	return true;
}

/* ---- functions ---- */

/* Whether the binary has but the symbols that others link to. */
static bool is_stripped(Elf *elf)
{
	GElf_Shdr header;

	for (Elf_Scn *section = NULL; elf && (section = elf_nextscn(elf, section));)
		if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB)
			return false;
	return true;
}

/* A symbol, without its name: to look at those of 300,000 takes thrice the time of the rest. */
struct nearest {
	GElf_Addr start;
	int symbol; /* 0: none */
};

/* What is known of one address. */
struct found {
	GElf_Addr at;
	struct nearest within; /* the last one whose bytes it is in */
	struct nearest open;   /* the last one without a size before it, as assembly has them, */
	GElf_Addr end;         /* and the last end of one with a size */
};

static bool is_below(const void *item, const void *key)
{
	return ((const struct found *)item)->at < *(const GElf_Addr *)key;
}

/* NULL: SYMBOL is none, or has none. */
static const char *name_of(struct host_symbols *symbols, int symbol)
{
	GElf_Sym about;
	GElf_Addr start;
	const char *name = symbol ? dwfl_module_getsym_info(symbols->module, symbol, &about, &start,
	                                                    NULL, NULL, NULL)
	                          : NULL;

	return name && *name ? name : NULL;
}

static bool is_global(struct host_symbols *symbols, int symbol)
{
	GElf_Sym about;
	GElf_Addr start;

	return dwfl_module_getsym_info(symbols->module, symbol, &about, &start, NULL, NULL, NULL) &&
	       GELF_ST_BIND(about.st_info) == STB_GLOBAL;
}

/* Whether the name of SYMBOL is nicer than THAN's: names that libraries give themselves, too, have
 * a "_" or a letter more in front, others that few use are weak, as bcmp() for memcmp(). */
static bool is_nicer(struct host_symbols *symbols, int symbol, int than)
{
	const char *name = name_of(symbols, symbol), *other = name_of(symbols, than);
	const bool is = is_global(symbols, symbol), other_is = is_global(symbols, than);

	if (!name || !other)
		return name;
	if (strspn(name, "_") != strspn(other, "_"))
		return strspn(name, "_") < strspn(other, "_");
	if (is != other_is)
		return is;
	if (strcspn(name, "@") != strcspn(other, "@")) /* a version may follow */
		return strcspn(name, "@") < strcspn(other, "@");
	return strcmp(name, other) < 0;
}

/* Puts SYMBOL at START into *BEST if it begins later, or at the same place with a nicer name. */
static void take_later(struct nearest *best, struct host_symbols *symbols, int symbol,
                       GElf_Addr start)
{
	if (best->symbol && (start < best->start ||
	                     (start == best->start && !is_nicer(symbols, symbol, best->symbol))))
		return;
	*best = (struct nearest){ start, symbol };
}

/* "$x" says what kind of code begins there. */
static bool is_named(const char *name)
{
	return name && *name != '$';
}

/* Looks for SYMBOL among the COUNT addresses of FOUND, and one behind them. */
static void take_symbol(struct found *found, size_t count, struct host_symbols *symbols, int symbol)
{
	GElf_Sym about;
	GElf_Addr start, end;
	GElf_Word section;
	size_t i;

	if (!dwfl_module_getsym_info(symbols->module, symbol, &about, &start, &section, NULL,
	                             NULL) ||
	    section == SHN_UNDEF || section == SHN_ABS ||
	    (GELF_ST_TYPE(about.st_info) != STT_FUNC && GELF_ST_TYPE(about.st_info) != STT_NOTYPE &&
	     GELF_ST_TYPE(about.st_info) != STT_GNU_IFUNC))
		return;
	end = start + about.st_size;
	i = lower_bound(&start, found, count, sizeof *found, is_below);
	if (!about.st_size && is_named(name_of(symbols, symbol)))
		take_later(&found[i].open, symbols, symbol, start);
	for (; i < count && found[i].at < end; i++)
		take_later(&found[i].within, symbols, symbol, start);
	if (end > found[i].end)
		found[i].end = end;
}

static bool is_one_section(struct host_symbols *symbols, GElf_Addr a, GElf_Addr b)
{
	GElf_Addr bias;
	const Elf_Scn *section = dwfl_module_address_section(symbols->module, &a, &bias);

	return section && section == dwfl_module_address_section(symbols->module, &b, &bias);
}

/* ---- functions of which there is one for each kind of processor ---- */

/*
 * libc's memset(), libm's pow() and others are many functions, without names in a stripped library,
 * of which the loader takes one (symbols of type IFUNC). This program has loaded libc, too, and on
 * the machine where a trace was recorded it has taken the same. On another one it may not have, and
 * then the address is in none that it has.
 */

struct own_copy {
	const struct host_symbols *symbols;
	const char *path; /* NULL: this program has not loaded the binary */
	GElf_Addr base;
	void *handle; /* dlopen()'s */
};

static int find_loaded(struct dl_phdr_info *info, size_t size, void *opaque)
{
	struct own_copy *own = opaque;
	struct stat file;

	(void)size;
	if (!*info->dlpi_name || stat(info->dlpi_name, &file) ||
	    file.st_dev != own->symbols->device || file.st_ino != own->symbols->inode)
		return 0;
	own->base = info->dlpi_addr;
	own->path = info->dlpi_name;
	return 1;
}

/* The section NAME, with what is in it; NULL: there is none. */
static Elf_Data *section_data(Elf *elf, const char *name, GElf_Shdr *header)
{
	size_t names;

	if (elf_getshdrstrndx(elf, &names))
		return NULL;
	for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
		const char *found = gelf_getshdr(section, header)
		                            ? elf_strptr(elf, names, header->sh_name)
		                            : NULL;

		if (found && strcmp(found, name) == 0)
			return elf_rawdata(section, NULL);
	}
	return NULL;
}

/* A row of the table of .eh_frame_hdr: from there on. */
struct unwind_row {
	int32_t begin, entry;
};

static bool begins_before(const void *item, const void *key)
{
	return ((const struct unwind_row *)item)->begin <= *(const int64_t *)key;
}

/* Where the code that is unwound as ADDRESS is begins; -1: that is not known. Tables as linkers
 * write them: offsets of 32 bits from the table. */
static int64_t begin_of_code(Elf *elf, int64_t address)
{
	enum { TABLE_AT = 12, RANGE_AT = 12 };
	GElf_Shdr header = { 0 }, entries_header = { 0 };
	const Elf_Data *table = section_data(elf, ".eh_frame_hdr", &header);
	const Elf_Data *entries = section_data(elf, ".eh_frame", &entries_header);
	const unsigned char encodings[] = { 1, 0x1b, 0x03, 0x3b };
	const int64_t wanted = address - (int64_t)header.sh_addr;
	const struct unwind_row *rows;
	int64_t entry;
	uint32_t range;
	size_t row;

	if (!table || !entries || table->d_size < TABLE_AT ||
	    memcmp(table->d_buf, encodings, sizeof encodings) != 0)
		return -1;
	rows = (const void *)((const char *)table->d_buf + TABLE_AT);
	row = lower_bound(&wanted, rows, (table->d_size - TABLE_AT) / sizeof *rows, sizeof *rows,
	                  begins_before);
	if (!row--)
		return -1;
	entry = (int64_t)header.sh_addr + rows[row].entry - (int64_t)entries_header.sh_addr;
	if (entry < 0 || entry + RANGE_AT + (int64_t)sizeof range > (int64_t)entries->d_size)
		return -1;
	memcpy(&range, (const char *)entries->d_buf + entry + RANGE_AT, sizeof range);
	return wanted - rows[row].begin < range ? (int64_t)header.sh_addr + rows[row].begin : -1;
}

/* Where the version of SYMBOL's function is that the loader took; -1: it is none of these. */
static int64_t chosen_address(const struct own_copy *own, struct host_symbols *symbols, int symbol)
{
	GElf_Sym about;
	GElf_Addr start;
	GElf_Word section;
	const char *name = dwfl_module_getsym_info(symbols->module, symbol, &about, &start,
	                                           &section, NULL, NULL);
	char plain[64];
	const void *code;

	if (!name || GELF_ST_TYPE(about.st_info) != STT_GNU_IFUNC || section == SHN_UNDEF ||
	    strcspn(name, "@") >= sizeof plain)
		return -1;
	snprintf(plain, sizeof plain, "%.*s", (int)strcspn(name, "@"), name);
	code = dlsym(own->handle, plain);
	return code ? (int64_t)((GElf_Addr)(uintptr_t)code - own->base) : -1;
}

/* Of one item. */
struct chosen {
	int64_t begin; /* of the code that it is in */
	int symbol;    /* 0: none */
};

/* Gives such names to the COUNT items. Returns 0 or -ENOMEM. */
static int name_chosen(struct host_symbols *symbols, struct host_symbol *items, size_t count)
{
	const int all = dwfl_module_getsymtab(symbols->module);
	struct own_copy own = { .symbols = symbols };
	Elf *elf = dwfl_module_getelf(symbols->module, &symbols->bias);
	struct chosen *chosen;

	dl_iterate_phdr(find_loaded, &own);
	if (own.path)
		own.handle = dlopen(own.path, RTLD_LAZY | RTLD_NOLOAD);
	if (!own.handle)
		return 0;
	chosen = calloc(count + 1, sizeof *chosen);
	for (size_t i = 0; chosen && i < count; i++)
		chosen[i].begin = begin_of_code(elf, items[i].address);
	for (int symbol = 1; chosen && symbol < all; symbol++) {
		const int64_t address = chosen_address(&own, symbols, symbol);

		for (size_t i = 0; i < count && address >= 0; i++)
			if (chosen[i].begin == address &&
			    is_nicer(symbols, symbol, chosen[i].symbol))
				chosen[i].symbol = symbol;
	}
	for (size_t i = 0; chosen && i < count; i++)
		if (chosen[i].symbol)
			items[i].function = name_of(symbols, chosen[i].symbol);
	dlclose(own.handle);
	if (!chosen)
		return -ENOMEM;
	free(chosen);
	return 0;
}

/*
 * libdwfl looks at every symbol for each address, which takes 60 ms where there are 300,000. Here
 * each symbol is looked for among the addresses: 20 ms for all of them.
 */
int host_symbols_functions(struct host_symbols *symbols, struct host_symbol *items, size_t count)
{
	const int all = dwfl_module_getsymtab(symbols->module);
	const bool is_all = !is_stripped(dwfl_module_getelf(symbols->module, &symbols->bias));
	struct found *found = calloc(count + 1, sizeof *found);
	struct nearest open = { 0 };
	GElf_Addr end = 0;

	if (!found)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++)
		found[i].at = (GElf_Addr)items[i].address + symbols->bias;
	for (int symbol = 1; symbol < all; symbol++)
		take_symbol(found, count, symbols, symbol);
	for (size_t i = 0; i < count; i++) {
		if (found[i].open.symbol)
			open = found[i].open;
		if (found[i].end > end)
			end = found[i].end;
		/* Without all symbols nobody knows where one without a size ends. */
		if (!found[i].within.symbol && open.symbol && is_all && open.start >= end &&
		    is_one_section(symbols, open.start, found[i].at))
			found[i].within = open;
		items[i].function = name_of(symbols, found[i].within.symbol);
	}
	free(found);
	return name_chosen(symbols, items, count);
}

void host_symbols_line(struct host_symbols *symbols, struct host_symbol *item)
{
	const GElf_Addr at = (GElf_Addr)item->address + symbols->bias;
	Dwfl_Line *line = dwfl_module_getsrc(symbols->module, at);

	if (line)
		item->file = dwfl_lineinfo(line, NULL, &item->line, NULL, NULL, NULL);
	if (item->file)
		host_inlined_line(symbols->module, at, item);
}
#else
bool host_symbols_may_return_to(struct host_symbols *symbols, int64_t address)
{
	(void)symbols;
	(void)address;
	return true;
}

struct host_symbols *host_symbols_open(const char *path, const char *build_id)
{
	(void)path;
	(void)build_id;
	return NULL;
}

void host_symbols_close(struct host_symbols *symbols)
{
	(void)symbols;
}

int host_symbols_functions(struct host_symbols *symbols, struct host_symbol *items, size_t count)
{
	(void)symbols;
	(void)items;
	(void)count;
	return 0;
}

void host_symbols_line(struct host_symbols *symbols, struct host_symbol *item)
{
	(void)symbols;
	(void)item;
}
#endif
