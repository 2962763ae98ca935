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

void host_symbols_find(struct host_symbols *symbols, int64_t address, struct host_symbol *found)
{
	const GElf_Addr at = (GElf_Addr)address + symbols->bias;
	Dwfl_Line *line = dwfl_module_getsrc(symbols->module, at);

	*found = (struct host_symbol){ .function = dwfl_module_addrname(symbols->module, at) };
	if (line)
		found->file = dwfl_lineinfo(line, NULL, &found->line, NULL, NULL, NULL);
}
#else
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
