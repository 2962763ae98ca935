/* SPDX-License-Identifier: MIT */
/*
 * nvcc makes of a kernel a function of the host that has the kernel's name and its line, and calls
 * another one, the stub, which launches it. Compilers inline both where the program launches: the
 * table of lines then has the kernel's own head for the launch. The debug information says from
 * which line each of them was called.
 */
#include "code/host_inlined.h"

#include "config.h"

#ifdef HAVE_LIBDW
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>

#include "code/library_code.h"

static const char *linkage_name(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	const char *name = NULL;

	if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute))
		name = dwarf_formstring(&attribute);
	return name ? name : dwarf_diename(die);
}

static const char stub[] = "__device_stub_";

/* Takes the stub of the function with the name OPAQUE: "__device_stub_" and that, or one more "_"
 * before a name of C. */
static int is_stub_of(Dwarf_Die *function, void *opaque)
{
	const char *name = dwarf_diename(function), *kernel = opaque;
	const size_t length = sizeof stub - 1;

	if (!name || strncmp(name, stub, length) != 0)
		return DWARF_CB_OK;
	name += length;
	return strcmp(name, kernel) == 0 || (*name == '_' && strcmp(name + 1, kernel) == 0)
	               ? DWARF_CB_ABORT
	               : DWARF_CB_OK;
}

static bool is_inlined(Dwarf_Die *scope)
{
	return dwarf_tag(scope) == DW_TAG_inlined_subroutine;
}

/* Puts the line that SCOPE was called from into ITEM. */
static void take_caller(Dwarf_Die *unit, Dwarf_Die *scope, struct host_symbol *item)
{
	Dwarf_Attribute attribute;
	Dwarf_Word file = 0, line = 0;
	Dwarf_Files *files;
	size_t count;

	item->file = NULL;
	item->line = 0;
	if (!dwarf_attr(scope, DW_AT_call_file, &attribute) || dwarf_formudata(&attribute, &file) ||
	    !dwarf_attr(scope, DW_AT_call_line, &attribute) || dwarf_formudata(&attribute, &line) ||
	    dwarf_getsrcfiles(unit, &files, &count) || file >= count || line > INT32_MAX)
		return;
	item->file = dwarf_filesrc(files, file, NULL, NULL);
	item->line = item->file ? (int)line : 0;
}

/* The scopes around the code at AT, from the innermost to UNIT, with the callers of what is
 * inlined. Returns how many; the caller frees them. */
static int find_scopes(Dwarf_Die *unit, Dwarf_Addr at, Dwarf_Die **scopes)
{
	Dwarf_Die innermost;
	int count = dwarf_getscopes(unit, at, scopes);

	if (count <= 0)
		return 0;
	innermost = (*scopes)[0];
	free(*scopes);
	*scopes = NULL;
	count = dwarf_getscopes_die(&innermost, scopes);
	return count > 0 ? count : 0;
}

/*
 * The outermost of COUNT scopes that is part of a launch; -1: none is. The stub, or what calls it
 * for a template, is called by the kernel's function alone, whose name of a template is not that of
 * its code.
 */
static int find_launch(Dwarf_Die *unit, Dwarf_Die *scopes, int count)
{
	bool is_called_by_kernel = false;
	int launch = -1;

	for (int i = 0; i < count; i++) {
		const char *name = is_inlined(&scopes[i]) ? linkage_name(&scopes[i]) : NULL;

		if (!name)
			continue;
		if (is_called_by_kernel ||
		    dwarf_getfuncs(unit, is_stub_of, (void *)(uintptr_t)name, 0) > 0)
			launch = i;
		is_called_by_kernel = strstr(name, stub);
		if (is_called_by_kernel)
			launch = i;
	}
	return launch;
}

void host_inlined_line(Dwfl_Module *module, GElf_Addr at, struct host_symbol *item)
{
	Dwarf_Addr bias;
	Dwarf_Die *unit = dwfl_module_addrdie(module, at, &bias), *scopes = NULL;
	const int count = unit ? find_scopes(unit, at - bias, &scopes) : 0;
	const int launch = find_launch(unit, scopes, count);

	for (int i = 0; i < count; i++) {
		if (!is_inlined(&scopes[i]))
			continue;
		if (i > launch && !(item->file && library_code_is_file(item->file)))
			break;
		item->is_in_thrust |= item->file && library_code_is_thrust_file(item->file);
		take_caller(unit, &scopes[i], item);
	}
	free(scopes);
	if (item->file && strstr(item->file, ".cudafe1.stub.c")) {
		item->file = NULL;
		item->line = 0;
	}
}
#endif
