/* SPDX-License-Identifier: MIT */
/* Source lines of GPU code: the modules of a trace, and questions to them. */
#include "code/source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "code/cubin.h"
#include "code/module.h"

struct module {
	int64_t crc;
	bool is_readable;
	struct cubin cubin;
};

struct sources {
	struct module *modules; /* in order of loading */
	size_t module_count;
	size_t unreadable_count;
	size_t budget_bytes; /* memory that may still be kept */
	size_t unpack_bytes; /* cubins that may still be unpacked */
};

/* ---- reading ---- */

/* A module that cannot be read is kept without its cubin. Returns 0 or -ENOMEM. */
static int add_module(struct sources *sources, sqlite3_stmt *row)
{
	struct module *module;
	size_t size;
	void *image;
	int err = 0;

	module = ARRAY_ADD_WITHIN(&sources->budget_bytes, &sources->modules, &sources->module_count,
	                          &err);
	if (err == -EFBIG)
		sources->unreadable_count++;
	if (!module)
		return err == -ENOMEM ? err : 0;
	*module = (struct module){ .crc = sqlite3_column_int64(row, 0) };
	image = module_unpack(row, 1, &sources->unpack_bytes, &size, &err);
	if (image)
		err = cubin_init(&module->cubin, image, size, &sources->budget_bytes);
	free(image);
	module->is_readable = !err;
	if (err || module->cubin.lines_error)
		sources->unreadable_count++;
	return err == -ENOMEM ? err : 0;
}

int sources_open(struct sources **sources, sqlite3 *db, char error[TRACE_ERROR_MAX])
{
	static const char sql[] = "SELECT crc, size_bytes, cubin FROM module ORDER BY id";
	sqlite3_stmt *rows = NULL;
	int err = 0, result;

	*sources = calloc(1, sizeof **sources);
	if (!*sources) {
		err = -ENOMEM;
		goto out;
	}
	(*sources)->budget_bytes = SOURCE_MEMORY_MAX_BYTES;
	(*sources)->unpack_bytes = SOURCE_CUBINS_MAX_BYTES;
	result = sqlite3_prepare_v2(db, sql, -1, &rows, NULL);
	while (result == SQLITE_OK || result == SQLITE_ROW) {
		result = sqlite3_step(rows);
		if (result != SQLITE_ROW)
			break;
		err = add_module(*sources, rows);
		if (err)
			goto out;
	}
	if (result != SQLITE_DONE) {
		err = result == SQLITE_NOMEM ? -ENOMEM : -EINVAL;
		snprintf(error, TRACE_ERROR_MAX, "cannot read its modules: %s", sqlite3_errmsg(db));
	}
out:
	sqlite3_finalize(rows);
	if (err == -ENOMEM)
		snprintf(error, TRACE_ERROR_MAX, "not enough memory for its modules");
	if (err) {
		sources_close(*sources);
		*sources = NULL;
	}
	return err;
}

void sources_close(struct sources *sources)
{
	if (!sources)
		return;
	for (size_t i = 0; i < sources->module_count; i++)
		cubin_release(&sources->modules[i].cubin);
	free(sources->modules);
	free(sources);
}

size_t source_module_count(const struct sources *sources)
{
	return sources->module_count;
}

size_t source_unreadable_count(const struct sources *sources)
{
	return sources->unreadable_count;
}

/* ---- finding ---- */

struct place {
	const struct cubin *cubin;
	const struct cubin_function *function;
};

static bool is_of_earlier_section(const void *item, const void *key)
{
	return ((const struct line_sequence *)item)->section < *(const uint32_t *)key;
}

/* The index of the function's first sequence in its line table, or the number of sequences. */
static size_t first_sequence(const struct place *place)
{
	const struct line_table *lines = &place->cubin->lines;
	const uint32_t section = place->function->section;
	size_t first = lower_bound(&section, lines->sequences, lines->sequence_count,
	                           sizeof *lines->sequences, is_of_earlier_section);

	if (first < lines->sequence_count && lines->sequences[first].section == section)
		return first;
	return lines->sequence_count;
}

static enum source_state find_in(const struct module *module, const char *mangled,
                                 struct place *place)
{
	if (!module->is_readable)
		return SOURCE_UNREADABLE;
	place->cubin = &module->cubin;
	place->function = cubin_function(place->cubin, mangled);
	if (!place->function)
		return SOURCE_NO_FUNCTION;
	if (place->cubin->lines_error)
		return SOURCE_UNREADABLE;
	if (first_sequence(place) == place->cubin->lines.sequence_count)
		return SOURCE_NO_LINES;
	return SOURCE_FOUND;
}

/* How much a state says: where several modules were asked, the best answer counts. */
static int rank(enum source_state state)
{
	static const int ranks[SOURCE_STATES] = {
		[SOURCE_NO_MODULES] = 0, [SOURCE_NO_FUNCTION] = 1, [SOURCE_UNREADABLE] = 2,
		[SOURCE_NO_LINES] = 3,   [SOURCE_NO_ROW] = 4,      [SOURCE_FOUND] = 5,
	};

	return ranks[state];
}

static enum source_state find(const struct sources *sources, const int64_t *crc,
                              const char *mangled, struct place *place)
{
	enum source_state best = SOURCE_NO_MODULES, state;

	for (size_t i = 0; i < sources->module_count && best != SOURCE_FOUND; i++) {
		if (crc && sources->modules[i].crc != *crc)
			continue;
		state = find_in(&sources->modules[i], mangled, place);
		if (rank(state) > rank(best))
			best = state;
	}
	return best;
}

/* ---- answers ---- */

static const char *file_of(const struct cubin *cubin, const struct line_row *row)
{
	return row->file < cubin->lines.file_count ? cubin->lines.files[row->file] : "";
}

/* The chain of the row that holds at OFFSET of SECTION. */
static void follow(const struct cubin *cubin, uint32_t section, uint32_t offset,
                   const struct line_row *row, struct source_where *where)
{
	const struct cubin_function *function = cubin_function_at(cubin, section, offset);

	where->frame_count = 0;
	where->is_cut = false;
	for (;;) {
		struct source_frame *frame = &where->frames[where->frame_count];

		frame->file = file_of(cubin, row);
		frame->line = row->line;
		frame->function = cubin_inlined_name(cubin, row);
		if (row->caller == LINE_NONE) {
			frame->function = function ? function->name : "";
			break;
		}
		row = &cubin->lines.rows[row->caller]; /* which is before row: this ends */
		if (where->frame_count < SOURCE_DEPTH_MAX - 1)
			where->frame_count++;
		else
			where->is_cut = true;
	}
	where->frame_count++;
}

/* Whether OFFSET is in a device function of the compiler's own, such as pow(), which has no lines:
 * the ROW that holds there is of the code before it. */
static bool is_without_lines(const struct cubin_function *function, const struct line_row *row)
{
	return function && function->is_device_function && row->offset < function->offset;
}

enum source_state source_line(const struct sources *sources, const int64_t *module_crc,
                              const char *mangled, uint64_t pc_offset, struct source_where *where)
{
	struct place place;
	enum source_state state = find(sources, module_crc, mangled, &place);
	const struct cubin_function *function;
	const struct line_row *row;
	uint32_t offset;

	where->frame_count = 0;
	if (state != SOURCE_FOUND)
		return state;
	if (pc_offset >= place.function->end - place.function->offset)
		return SOURCE_NO_ROW;
	offset = place.function->offset + (uint32_t)pc_offset;
	row = line_table_row(&place.cubin->lines, place.function->section, offset);
	if (!row)
		return SOURCE_NO_ROW;
	function = cubin_function_at(place.cubin, place.function->section, offset);
	if (is_without_lines(function, row)) {
		where->frames[0] = (struct source_frame){ .function = function->name, .file = "" };
		where->frame_count = 1;
		return SOURCE_NO_ROW;
	}
	follow(place.cubin, place.function->section, offset, row, where);
	return SOURCE_FOUND;
}

enum source_state source_function(const struct sources *sources, const char *mangled,
                                  struct source_frame *frame)
{
	struct place place;
	enum source_state state = find(sources, NULL, mangled, &place);
	const struct line_table *lines;
	struct source_where where;

	if (state != SOURCE_FOUND)
		return state;
	lines = &place.cubin->lines;
	for (size_t s = first_sequence(&place); s < lines->sequence_count; s++) {
		const struct line_sequence *sequence = &lines->sequences[s];

		if (sequence->section != place.function->section)
			break;
		for (uint32_t i = 0; i < sequence->row_count; i++) {
			const struct line_row *row = &lines->rows[sequence->first_row + i];

			if (row->caller != LINE_NONE || !row->line || row->file == LINE_NONE)
				continue;
			follow(place.cubin, sequence->section, row->offset, row, &where);
			*frame = where.frames[0];
			return SOURCE_FOUND;
		}
	}
	return SOURCE_NO_LINES;
}

const char *source_state_text(enum source_state state)
{
	static const char *const texts[SOURCE_STATES] = {
		[SOURCE_FOUND] = "",
		[SOURCE_NO_MODULES] = "the trace holds no GPU code of it: record it anew",
		[SOURCE_NO_FUNCTION] = "the GPU code in the trace has no function of this name",
		[SOURCE_NO_LINES] = "it has no line information: compile it with nvcc -lineinfo, "
		                    "which costs no speed",
		[SOURCE_NO_ROW] = "the line information leaves out this instruction",
		[SOURCE_UNREADABLE] = "its GPU code or line information is damaged, or too new or "
		                      "too large for this warpwise",
	};

	return texts[state];
}
