/* SPDX-License-Identifier: MIT */
/* A kernel's source as people read it. Main thread only. */
#include "print/source_listing.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "code/source_text.h"
#include "base/statistics.h"
#include "print/table.h"
#include "base/terminal.h"
#include "base/text.h"

enum {
	STALL_PERCENT = 5, /* of a line's samples: less is not shown */
	CONTEXT_LINES = 2, /* around a line that has anything */
	SHARE_COLUMNS = 8,
	LANES_COLUMNS = 7,
	NUMBER_COLUMNS = 8,
	SOURCE_WIDTH_MIN = 20,
	TAB = 8,
};

#define NOTE_PERCENT 1.0 /* lines with less of the samples do not say what they waited for */

/* ---- words ---- */

bool stalls_are_few(const struct hotspot *hotspot)
{
	return hotspot->samples < SAMPLES_MIN;
}

const char *stalls_text(const struct hotspots *hotspots, const struct hotspot *hotspot, size_t max,
                        char text[STALLS_TEXT])
{
	struct hotspot_reason reasons[STALLS_MAX + 1]; /* and one that issues */
	size_t count = hotspot_reasons(hotspots, hotspot, reasons, STALLS_MAX + 1);
	size_t shown = 0;
	int used = 0;

	text[0] = '\0';
	if (stalls_are_few(hotspot))
		return text;
	for (size_t i = 0; i < count && shown < max && used < STALLS_TEXT; i++) {
		const struct trace_stall_reason *reason =
		        &hotspots->trace->stall_reasons[reasons[i].reason];
		double share = percent_of(reasons[i].samples, hotspot->samples);
		int begin = used + (shown ? 2 : 0);

		if (reason->is_issuing || (shown && share < STALL_PERCENT))
			continue;
		used += snprintf(text + used, (size_t)(STALLS_TEXT - used), "%s%.40s %.0f %%",
		                 shown++ ? ", " : "", reason->label, share);
		for (int c = begin; c < STALLS_TEXT && text[c]; c++)
			text[c] = text[c] == '_' ? ' ' : text[c];
	}
	return text;
}

/* Sums of counts are below 2^63 by far, but a trace may be hostile. */
static int64_t whole(double count)
{
	return count < 9e18 ? (int64_t)(count + 0.5) : INT64_MAX;
}

struct table_cell source_listing_count(double count)
{
	if (!(count > 0))
		return (struct table_cell){ .is_none = true };
	return (struct table_cell){ .integer = whole(count) };
}

static const char *count_text(char text[FORMAT_MAX], double count)
{
	return format_count(text, whole(count));
}

/* ---- a line ---- */

/* What a listing is made of. */
struct listing {
	FILE *stream;
	const struct kernel_lines *lines;
	const char *folder; /* where sources are looked for first; NULL: nowhere */
	int64_t samples;    /* of all lines */
	bool has_samples, has_lanes;
	bool has_shares; /* there are enough samples for that; else each line has their number */
	int margin;      /* columns before the text of a line */
};

static void listing_init(struct listing *listing, FILE *stream, const struct kernel_lines *lines,
                         const char *folder)
{
	*listing = (struct listing){
		.stream = stream, .lines = lines, .folder = folder, .margin = NUMBER_COLUMNS
	};
	for (size_t i = 0; i < lines->count; i++) {
		listing->samples = sum_saturated(listing->samples, lines->items[i].samples);
		listing->has_lanes |= is_measured(lines->items[i].threads_per_inst);
	}
	listing->has_samples = listing->samples > 0;
	listing->has_shares = listing->samples >= SAMPLES_MIN;
	listing->margin += listing->has_samples * SHARE_COLUMNS;
	listing->margin += listing->has_lanes * LANES_COLUMNS + 2;
}

/* The samples of LINE as its row has them: its share of all, or where they are few their number. */
static const char *samples_text(char text[FORMAT_MAX], const struct listing *listing,
                                const struct kernel_line *line)
{
	if (!listing->has_shares)
		return format_count(text, line->samples);
	return format_percent(text, percent_of(line->samples, listing->samples));
}

static bool is_notable(const struct listing *listing, const struct kernel_line *line)
{
	return line && listing->has_shares &&
	       percent_of(line->samples, listing->samples) >= NOTE_PERCENT;
}

/* LINE with its tabs as blanks, cleaned and cut. New memory, NULL without. */
static char *fit_line(const char *line, int columns)
{
	size_t length = 0, room = strlen(line) + 1;
	char *wide, *clean;

	for (const char *p = line; *p; p++)
		room += *p == '\t' ? TAB : 0;
	wide = malloc(room);
	if (!wide)
		return NULL;
	for (const char *p = line; *p; p++)
		if (*p != '\t')
			wide[length++] = *p;
		else
			do
				wide[length++] = ' ';
			while (length % TAB);
	while (length && wide[length - 1] == ' ')
		length--;
	wide[length] = '\0';
	clean = text_clean(wide, columns);
	free(wide);
	return clean;
}

/* What a line says beside its text, in its colour. */
static void print_note(const struct listing *listing, const char *note)
{
	char *clean = *note ? text_clean(note, 0) : NULL;

	if (!clean)
		return;
	fprintf(listing->stream, "%*s%s^ ", listing->margin, "",
	        color_begin(listing->stream, COLOR_DIM));
	text_wrap_from(listing->stream, clean, listing->margin + 2,
	               terminal_text_width(listing->stream), listing->margin + 2);
	fputs(color_end(listing->stream), listing->stream);
	free(clean);
}

static void print_excess(const struct listing *listing, const char *what, double excess,
                         double made, double ideal)
{
	char note[2 * FORMAT_MAX + 64], times[FORMAT_MAX] = "";

	if (!(excess > 0))
		return;
	if (ideal > 0)
		snprintf(times, sizeof times, " (%.1fx)", made / ideal);
	snprintf(note, sizeof note, "%s %s more than needed%s", count_text(FORMAT, excess), what,
	         times);
	print_note(listing, note);
}

/* What was counted at a line and should not be. */
static void print_counts(const struct listing *listing, const struct kernel_line *line)
{
	const double split = line->branch_targets_divergent;
	char note[2 * FORMAT_MAX + 64], share[FORMAT_MAX + 8] = "";

	if (split > 0 && line->branch_targets_uniform >= 0)
		snprintf(share, sizeof share, " (%s)",
		         format_percent(FORMAT,
		                        100 * split / (split + line->branch_targets_uniform)));
	snprintf(note, sizeof note, "%s branches split their warp%s",
	         count_text(FORMAT, split > 0 ? split : 0), share);
	if (split > 0)
		print_note(listing, note);
	print_excess(listing, "global sectors", line->excess_sectors, line->global_sectors,
	             line->global_sectors_ideal);
	print_excess(listing, "shared wavefronts", line->excess_wavefronts, line->shared_wavefronts,
	             line->shared_wavefronts_ideal);
}

/* One line of the source; LINE is what is known of it, NULL: nothing. */
static int print_source_line(const struct listing *listing, const struct kernel_line *line,
                             uint32_t number, const char *text)
{
	FILE *stream = listing->stream;
	int width = terminal_width(stream);
	char *clean = fit_line(text ? text : "", !width ? 0
	                                         : width < listing->margin + SOURCE_WIDTH_MIN
	                                                 ? SOURCE_WIDTH_MIN
	                                                 : width - listing->margin);

	if (!clean)
		return -ENOMEM;
	fputs(color_begin(stream, is_notable(listing, line) ? COLOR_WARNING : COLOR_PLAIN), stream);
	if (listing->has_samples)
		fprintf(stream, "%*s", SHARE_COLUMNS,
		        line && line->samples ? samples_text(FORMAT, listing, line) : "");
	if (listing->has_lanes) {
		if (line && is_measured(line->threads_per_inst))
			fprintf(stream, "%*.1f", LANES_COLUMNS, line->threads_per_inst);
		else
			fprintf(stream, "%*s", LANES_COLUMNS, "");
	}
	fprintf(stream, "%s%*" PRIu32 "%s%s\n", color_end(stream), NUMBER_COLUMNS, number,
	        *clean ? "  " : "", clean);
	free(clean);
	if (is_notable(listing, line)) {
		char stalls[STALLS_TEXT], note[STALLS_TEXT + 16] = "";

		if (*stalls_text(&listing->lines->hotspots, &line->hotspot, STALLS_MAX, stalls))
			snprintf(note, sizeof note, "waits for %s", stalls);
		print_note(listing, note);
	}
	if (line)
		print_counts(listing, line);
	return 0;
}

/* ---- a file ---- */

/* What there is to say of the source file beside its name; "" for nothing. New memory. */
static char *file_note(const struct listing *listing, const char *name,
                       const struct source_text *text)
{
	const int64_t recorded_unix_s = listing->lines->hotspots.trace->start_unix_ns / 1000000000;
	const bool is_newer = recorded_unix_s && text->modified_unix_s > recorded_unix_s;
	const char *where = text->path && strcmp(text->path, name) != 0 ? text->path : "";
	char *note;
	int length;

	if (!text->path && listing->folder)
		length = asprintf(&note, "(not on this machine, nor under %s)", listing->folder);
	else if (!text->path)
		length = asprintf(&note, "(not on this machine: see --source-dir)");
	else if (is_newer)
		length = asprintf(
		        &note,
		        "(%s%sthe file is newer than the recording: it may not be what was "
		        "compiled)",
		        where, *where ? ", " : "");
	else
		length = asprintf(&note, "%s%s%s", *where ? "(" : "", where, *where ? ")" : "");
	return length < 0 ? NULL : note;
}

/* NAME, and NOTE beside it or below. */
static int print_name(FILE *stream, const char *name, const char *note)
{
	char *clean_name = text_clean(*name ? name : "(a file without name)", 0);
	char *clean_note = text_clean(note, 0);
	const int width = terminal_text_width(stream);

	if (clean_name && clean_note) {
		bool has_room = text_width(clean_name) + 1 + text_width(clean_note) <= width;

		fprintf(stream, "\n%s%s%s", color_begin(stream, COLOR_NAME), clean_name,
		        color_end(stream));
		fprintf(stream, "%s%s\n", *note && has_room ? " " : "", has_room ? clean_note : "");
		if (!has_room)
			text_wrap(stream, clean_note, 2, width);
	}
	free(clean_note);
	free(clean_name);
	return clean_name && clean_note ? 0 : -ENOMEM;
}

static int print_file_heading(const struct listing *listing, const char *name,
                              const struct source_text *text)
{
	FILE *stream = listing->stream;
	char *note = file_note(listing, name, text);
	int err = note ? print_name(stream, name, note) : -ENOMEM;

	free(note);
	if (err)
		return err;
	fputs(color_begin(stream, COLOR_HEADING), stream);
	if (listing->has_samples)
		fprintf(stream, "%*s", SHARE_COLUMNS, listing->has_shares ? "share" : "samples");
	if (listing->has_lanes)
		fprintf(stream, "%*s", LANES_COLUMNS, "lanes");
	fprintf(stream, "%*s%s\n", NUMBER_COLUMNS, "line", color_end(stream));
	return 0;
}

/* COUNT lines of one file, in order, with those around them where the file is here. */
static int print_file(const struct listing *listing, const struct kernel_line *lines, size_t count)
{
	struct source_text text;
	uint32_t printed = 0; /* the last line that was */
	int err = source_text_init(&text, lines->file, listing->folder);

	if (!err)
		err = print_file_heading(listing, lines->file, &text);
	for (size_t i = 0; i < count && !err; i++) {
		uint32_t number = lines[i].line;
		uint32_t first = number > CONTEXT_LINES ? number - CONTEXT_LINES : 1;
		uint32_t last = i + 1 < count && lines[i + 1].line - number <= CONTEXT_LINES
		                        ? lines[i + 1].line - 1
		                        : number + CONTEXT_LINES;

		if (text.bytes && printed && first > printed + 1)
			fprintf(listing->stream, "%*s\n", listing->margin - 2, "...");
		for (uint32_t n = first > printed ? first : printed + 1; n < number && !err; n++)
			if (source_text_line(&text, n))
				err = print_source_line(listing, NULL, n,
				                        source_text_line(&text, n));
		if (!err)
			err = print_source_line(listing, &lines[i], number,
			                        source_text_line(&text, number));
		for (uint32_t n = number + 1; n <= last && !err; n++)
			if (source_text_line(&text, n))
				err = print_source_line(listing, NULL, n,
				                        source_text_line(&text, n));
		printed = last;
	}
	source_text_release(&text);
	return err;
}

/* What has samples or counters, but no line. */
static void print_without_lines(const struct listing *listing, const struct kernel_line *line)
{
	char text[FORMAT_MAX + 256];

	snprintf(text, sizeof text, "%s%s: %s",
	         listing->has_samples ? samples_text(FORMAT, listing, line) : "counters",
	         listing->has_samples && !listing->has_shares ? " samples" : "",
	         source_state_text(line->state));
	fputc('\n', listing->stream);
	text_wrap(listing->stream, text, 0, terminal_text_width(listing->stream));
	print_counts(listing, line);
}

/* Explains why what warps waited for is missing, where it is of any of the rows. */
static void print_few(const struct listing *listing, const char *rows, double share_min)
{
	char text[128];
	bool is_any = false;

	for (size_t i = 0; i < listing->lines->count; i++) {
		const struct kernel_line *line = &listing->lines->items[i];

		is_any |= line->samples > 0 && stalls_are_few(&line->hotspot) &&
		          percent_of(line->samples, listing->samples) >= share_min;
	}
	if (!is_any || !listing->has_shares)
		return;
	snprintf(text, sizeof text,
	         "%s with fewer than %d samples do not say what warps waited for: too few to tell",
	         rows, SAMPLES_MIN);
	fputs(color_begin(listing->stream, COLOR_DIM), listing->stream);
	text_wrap(listing->stream, text, 0, terminal_text_width(listing->stream));
	fputs(color_end(listing->stream), listing->stream);
}

int source_listing_print(FILE *stream, const struct kernel_lines *lines, const char *folder)
{
	struct listing listing;
	int err = 0;

	listing_init(&listing, stream, lines, folder);
	for (size_t i = 0, count; i < lines->count && !err; i += count) {
		const struct kernel_line *first = &lines->items[i];

		count = 1;
		if (first->state != SOURCE_FOUND) {
			print_without_lines(&listing, first);
			continue;
		}
		while (i + count < lines->count && first[count].state == SOURCE_FOUND &&
		       strcmp(first[count].file, first->file) == 0)
			count++;
		err = print_file(&listing, first, count);
	}
	if (!err)
		print_few(&listing, "Lines", NOTE_PERCENT);
	return err;
}

/* ---- instructions ---- */

enum sass_column {
	OFFSET,
	SASS,
	SHARE,
	SAMPLES,
	STALLS,
	LANES,
	SPLITS,
	SECTORS,
	WAVEFRONTS,
	LINE,
	SASS_COLUMNS
};

static const struct table_column sass_columns[SASS_COLUMNS] = {
	[OFFSET] = { "pc_offset_bytes", "offset", TABLE_NAME, 0 },
	[SASS] = { "instruction", "instruction", TABLE_CODE, 0 },
	[SHARE] = { "samples_percent", "share", TABLE_PERCENT, 0 },
	[SAMPLES] = { "samples", "samples", TABLE_COUNT, 2 },
	[STALLS] = { "stalls", "waiting for", TABLE_NAME, 0 },
	[LANES] = { "threads_per_inst", "lanes", TABLE_REAL, 0 },
	[SPLITS] = { "branch_targets_divergent", "splits", TABLE_COUNT, 0 },
	[SECTORS] = { "excess_sectors", "+sectors", TABLE_COUNT, 0 },
	[WAVEFRONTS] = { "excess_wavefronts", "+wavefronts", TABLE_COUNT, 1 },
	[LINE] = { "line", "source line", TABLE_NAME, 0 },
};

/* Columns of what was measured: into COLUMNS, and which they are into KINDS. Returns how many. */
static size_t pick_columns(const struct listing *listing, struct table_column columns[SASS_COLUMNS],
                           enum sass_column kinds[SASS_COLUMNS])
{
	bool is_shown[SASS_COLUMNS] = {
		[OFFSET] = true,
		[SASS] = listing->lines->sass.count > 0,
		[SHARE] = listing->has_shares,
		[SAMPLES] = listing->has_samples,
		[STALLS] = listing->has_shares,
		[LANES] = listing->has_lanes,
		[LINE] = true,
	};
	size_t count = 0;

	for (size_t i = 0; i < listing->lines->count; i++) {
		const struct kernel_line *line = &listing->lines->items[i];

		is_shown[SPLITS] |= line->branch_targets_divergent > 0;
		is_shown[SECTORS] |= line->excess_sectors > 0;
		is_shown[WAVEFRONTS] |= line->excess_wavefronts > 0;
	}
	for (int c = 0; c < SASS_COLUMNS; c++)
		if (is_shown[c]) {
			columns[count] = sass_columns[c];
			if (c == SAMPLES && !listing->has_shares)
				columns[count].drop = 0;
			kinds[count++] = (enum sass_column)c;
		}
	return count;
}

static int add_instruction(struct table *table, const struct listing *listing,
                           const struct kernel_line *line, const enum sass_column *kinds,
                           size_t count)
{
	struct table_cell all[SASS_COLUMNS] = { 0 }, cells[SASS_COLUMNS];
	char offset[32], stalls[STALLS_TEXT], *where = NULL;
	const char *slash;
	int err;

	snprintf(offset, sizeof offset, "0x%04" PRIx64, (uint64_t)line->pc_offset_bytes);
	if (line->state == SOURCE_FOUND) {
		slash = strrchr(line->file, '/');
		if (asprintf(&where, "%s:%" PRIu32, slash ? slash + 1 : line->file, line->line) < 0)
			where = NULL;
	}
	all[OFFSET].text = offset;
	all[SASS].text = line->sass;
	all[SHARE].real = percent_of(line->samples, listing->samples);
	all[SAMPLES].integer = line->samples;
	all[SHARE].is_none = all[SAMPLES].is_none = line->hotspot.count == 0;
	all[STALLS].text = stalls_text(&listing->lines->hotspots, &line->hotspot,
	                               listing->has_lanes ? 1 : STALLS_MAX, stalls);
	if (stalls_are_few(&line->hotspot))
		all[STALLS].text = NULL;
	all[LANES].real = line->threads_per_inst;
	all[SPLITS] = source_listing_count(line->branch_targets_divergent);
	all[SECTORS] = source_listing_count(line->excess_sectors);
	all[WAVEFRONTS] = source_listing_count(line->excess_wavefronts);
	all[LINE].text = where;
	for (size_t i = 0; i < count; i++)
		cells[i] = all[kinds[i]];
	err = table_add(table, cells);
	free(where);
	return err;
}

int source_listing_print_instructions(FILE *stream, const struct kernel_lines *lines)
{
	struct table_column columns[SASS_COLUMNS];
	enum sass_column kinds[SASS_COLUMNS];
	struct listing listing;
	struct table *table;
	size_t count;
	int err;

	listing_init(&listing, stream, lines, NULL);
	count = pick_columns(&listing, columns, kinds);
	table = table_new(columns, count);
	err = table ? 0 : -ENOMEM;
	for (size_t i = 0; i < lines->count && !err; i++)
		err = add_instruction(table, &listing, &lines->items[i], kinds, count);
	fputc('\n', stream);
	if (!err)
		err = table_print(table, stream, TABLE_TEXT);
	if (!err)
		print_few(&listing, "Instructions", 0);
	table_free(table);
	return err;
}
