/* SPDX-License-Identifier: MIT */
/*
 * Symbols by libdwfl. The path is the trace's word: only a plain file with the recorded build id is
 * believed. Debug information is looked for on this machine alone, never in the network.
 */
#include "code/host_symbols.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "config.h"

#ifdef HAVE_LIBDW
#include <elfutils/libdwfl.h>

enum { X86_CALL_BYTES_MAX = 7, ARM_CALL_BYTES = 4 };

struct host_symbols {
	Dwfl *session;
	Dwfl_Module *module;
	GElf_Addr bias;
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

void host_symbols_find(struct host_symbols *symbols, int64_t address, struct host_symbol *found)
{
	const GElf_Addr at = (GElf_Addr)address + symbols->bias;
	Dwfl_Line *line = dwfl_module_getsrc(symbols->module, at);

	*found = (struct host_symbol){ .function = dwfl_module_addrname(symbols->module, at) };
	if (line)
		found->file = dwfl_lineinfo(line, NULL, &found->line, NULL, NULL, NULL);
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

void host_symbols_find(struct host_symbols *symbols, int64_t address, struct host_symbol *found)
{
	(void)symbols;
	(void)address;
	*found = (struct host_symbol){ 0 };
}
#endif
