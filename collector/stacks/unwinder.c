/* SPDX-License-Identifier: MIT */
/* Unwinds samples by unwind tables. Runs on the writer thread, but for unwinder_open(). */
#include "stacks/unwinder.h"

#ifdef __x86_64__

#include <dlfcn.h>
#include <libunwind.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "stacks/perf_permit.h"

enum {
	PAGE_BYTES = 4096,
	PAGES = 64,             /* of tables that are kept */
	ROWS_KEPT = 1024,       /* of tables that libunwind keeps, once it has understood them */
	INDEX_HEADER_BYTES = 12 /* of .eh_frame_hdr: four encodings, its address, how many rows */
};

/* The encodings that all linkers write: then the rows are pairs of 32 bits, in order. */
static const unsigned char usual_encodings[] = { 1, 0x1b, 0x03, 0x3b };

static struct {
	unw_addr_space_t space; /* NULL: there is no unwinder */
	int (*begin)(unw_cursor_t *, unw_addr_space_t, void *);
	int (*step)(unw_cursor_t *);
	int (*get)(unw_cursor_t *, int, unw_word_t *);
	void (*forget)(unw_addr_space_t, unw_word_t, unw_word_t);
	int (*search)(unw_addr_space_t, unw_word_t, unw_dyn_info_t *, unw_proc_info_t *, int,
	              void *);
} library;

/* Pages of binaries, by their number modulo PAGES. */
static struct {
	uintptr_t address; /* 0: it is free */
	unsigned char bytes[PAGE_BYTES];
} pages[PAGES];
static struct loaded_count loaded; /* what the pages are of */

/* What one walk reads from. */
struct walk {
	const struct unwind_start *start;
	const struct binaries *binaries;
	struct binary_place last; /* that was read of last */
};

/* ---- memory ---- */

/* The page of ADDRESS, of a binary; NULL: it cannot be read. */
static const unsigned char *find_page(uintptr_t address)
{
	const uintptr_t start = address - address % PAGE_BYTES;
	const size_t place = start / PAGE_BYTES % PAGES;
	const struct iovec to = { pages[place].bytes, PAGE_BYTES };
	const struct iovec from = {
		.iov_base = (void *)start, /* NOLINT(performance-no-int-to-ptr) */
		.iov_len = PAGE_BYTES,
	};

	if (pages[place].address == start)
		return pages[place].bytes;
	pages[place].address = 0;
	if (!perf_permit() || process_vm_readv(getpid(), &to, 1, &from, 1, 0) != PAGE_BYTES)
		return NULL;
	pages[place].address = start;
	return pages[place].bytes;
}

/* Copies BYTES, a few, from ADDRESS on, which is in a binary. */
static bool read_binary(void *to, uintptr_t address, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++) {
		const unsigned char *page = find_page(address + i);

		if (!page)
			return false;
		((unsigned char *)to)[i] = page[(address + i) % PAGE_BYTES];
	}
	return true;
}

static bool is_in_binary(struct walk *walk, uintptr_t address, size_t bytes)
{
	if (address < walk->last.start || address >= walk->last.end) {
		walk->last = (struct binary_place){ 0 };
		if (!binaries_place(&walk->last, walk->binaries, address))
			return false;
	}
	return walk->last.end - address >= bytes;
}

static int read_word(unw_addr_space_t space, unw_word_t address, unw_word_t *word, int writes,
                     void *of)
{
	struct walk *walk = of;
	const struct unwind_start *start = walk->start;
	const uint64_t at = address - start->registers[UNWIND_RSP];

	(void)space;
	if (writes)
		return -UNW_EREADONLYREG;
	if (at < start->stack_bytes && start->stack_bytes - at >= sizeof *word) {
		memcpy(word, start->stack + at, sizeof *word);
		return 0;
	}
	return is_in_binary(walk, address, sizeof *word) && read_binary(word, address, sizeof *word)
	               ? 0
	               : -UNW_EINVAL;
}

/* ---- what libunwind asks for ---- */

static int read_register(unw_addr_space_t space, unw_regnum_t number, unw_word_t *word, int writes,
                         void *of)
{
	static const struct {
		unw_regnum_t number;
		enum unwind_register place;
	} known[] = {
		{ UNW_X86_64_RBX, UNWIND_RBX }, { UNW_X86_64_RBP, UNWIND_RBP },
		{ UNW_X86_64_RSP, UNWIND_RSP }, { UNW_X86_64_RIP, UNWIND_RIP },
		{ UNW_X86_64_R12, UNWIND_R12 }, { UNW_X86_64_R13, UNWIND_R13 },
		{ UNW_X86_64_R14, UNWIND_R14 }, { UNW_X86_64_R15, UNWIND_R15 },
	};
	const struct walk *walk = of;

	(void)space;
	for (size_t i = 0; i < sizeof known / sizeof *known && !writes; i++)
		if (known[i].number == number) {
			*word = walk->start->registers[known[i].place];
			return 0;
		}
	return -UNW_EBADREG;
}

static int find_table(unw_addr_space_t space, unw_word_t address, unw_proc_info_t *info, int wants,
                      void *of)
{
	struct {
		unsigned char encodings[sizeof usual_encodings];
		int32_t tables;
		uint32_t rows;
	} header;
	struct walk *walk = of;
	unw_dyn_info_t table = { .format = UNW_INFO_FORMAT_REMOTE_TABLE };

	_Static_assert(sizeof header == INDEX_HEADER_BYTES, "as it is in memory");
	if (!is_in_binary(walk, address, 1) ||
	    walk->last.index_end - walk->last.index < sizeof header ||
	    !read_binary(&header, walk->last.index, sizeof header) ||
	    memcmp(header.encodings, usual_encodings, sizeof usual_encodings) != 0 ||
	    header.rows > (walk->last.index_end - walk->last.index - sizeof header) / 8)
		return -UNW_ENOINFO;
	table.start_ip = walk->last.start;
	table.end_ip = walk->last.end;
	table.u.rti.segbase = walk->last.index;
	table.u.rti.table_data = walk->last.index + sizeof header;
	table.u.rti.table_len = header.rows * (8 / sizeof(unw_word_t));
	return library.search(space, address, &table, info, wants, of);
}

static void put_table(unw_addr_space_t space, unw_proc_info_t *info, void *of)
{
	(void)space, (void)info, (void)of;
}

static int find_dynamic_list(unw_addr_space_t space, unw_word_t *list, void *of)
{
	(void)space, (void)list, (void)of;
	return -UNW_ENOINFO;
}

static int read_float(unw_addr_space_t space, unw_regnum_t number, unw_fpreg_t *value, int writes,
                      void *of)
{
	(void)space, (void)number, (void)value, (void)writes, (void)of;
	return -UNW_EBADREG;
}

static int resume(unw_addr_space_t space, unw_cursor_t *cursor, void *of)
{
	(void)space, (void)cursor, (void)of;
	return -UNW_EINVAL;
}

static int find_name(unw_addr_space_t space, unw_word_t address, char *text, size_t bytes,
                     unw_word_t *offset, void *of)
{
	(void)space, (void)address, (void)text, (void)bytes, (void)offset, (void)of;
	return -UNW_ENOINFO;
}

/* ---- the library ---- */

/* Sets the pointer at FUNCTION to the one of that NAME; false: there is none. */
static bool take(void *function, void *opened, const char *name)
{
	void *symbol = dlsym(opened, name);

	memcpy(function, &symbol, sizeof symbol);
	return symbol;
}

void unwinder_open(void)
{
	static unw_accessors_t accessors = {
		.find_proc_info = find_table,
		.put_unwind_info = put_table,
		.get_dyn_info_list_addr = find_dynamic_list,
		.access_mem = read_word,
		.access_reg = read_register,
		.access_fpreg = read_float,
		.resume = resume,
		.get_proc_name = find_name,
	};
	unw_addr_space_t (*create)(unw_accessors_t *, int);
	int (*set_policy)(unw_addr_space_t, unw_caching_policy_t);
	int (*set_size)(unw_addr_space_t, size_t, int);
	void *opened = dlopen("libunwind-x86_64.so.8", RTLD_NOW | RTLD_LOCAL);

	if (!opened || !take(&library.begin, opened, "_Ux86_64_init_remote") ||
	    !take(&library.step, opened, "_Ux86_64_step") ||
	    !take(&library.get, opened, "_Ux86_64_get_reg") ||
	    !take(&library.forget, opened, "_Ux86_64_flush_cache") ||
	    !take(&library.search, opened, "_Ux86_64_dwarf_search_unwind_table") ||
	    !take(&create, opened, "_Ux86_64_create_addr_space") ||
	    !take(&set_policy, opened, "_Ux86_64_set_caching_policy"))
		return;
	library.space = create(&accessors, 0);
	if (library.space)
		set_policy(library.space, UNW_CACHE_GLOBAL);
	if (library.space && take(&set_size, opened, "_Ux86_64_set_cache_size"))
		set_size(library.space, ROWS_KEPT, 0);
}

/* ---- a walk ---- */

/* What was read of libraries holds as long as none comes or goes. */
static void forget_gone(const struct binaries *binaries)
{
	if (loaded.added == binaries->looked_at.added && loaded.gone == binaries->looked_at.gone)
		return;
	loaded = binaries->looked_at;
	for (int i = 0; i < PAGES; i++)
		pages[i].address = 0;
	library.forget(library.space, 0, 0);
}

bool unwinder_is_there(void)
{
	return library.space;
}

uint32_t unwinder_walk(uintptr_t *addresses, uint32_t max, const struct unwind_start *start,
                       const struct binaries *binaries)
{
	struct walk walk = { start, binaries, { 0 } };
	uint32_t depth = 0;
	unw_cursor_t cursor;
	unw_word_t address;

	if (!library.space || !start->stack_bytes)
		return 0;
	forget_gone(binaries);
	if (library.begin(&cursor, library.space, &walk) < 0)
		return 0;
	do {
		if (library.get(&cursor, UNW_REG_IP, &address) < 0 || !address)
			break;
		/* The sampled instruction itself, else where a call returns to. */
		addresses[depth] = (uintptr_t)address + (depth == 0);
		depth++;
	} while (depth < max && library.step(&cursor) > 0);
	return depth;
}

#else

void unwinder_open(void)
{
}

bool unwinder_is_there(void)
{
	return false;
}

uint32_t unwinder_walk(uintptr_t *addresses, uint32_t max, const struct unwind_start *start,
                       const struct binaries *binaries)
{
	(void)addresses, (void)max, (void)start, (void)binaries;
	return 0;
}

#endif
