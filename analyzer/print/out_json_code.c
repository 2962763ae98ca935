/* SPDX-License-Identifier: MIT */
/* The code of functions in the report as JSON, with what was measured at each line and instruction.
 */
#include <math.h>

#include "print/out_json_parts.h"

/* Rounded: counts are whole, and more digits of lanes would be noise. */
static json_t *rounded(double value, double unit)
{
	return model_measured(isfinite(value) ? round(value / unit) * unit : value);
}

static json_t *waits_of(const struct report_figures *figures)
{
	json_t *array = json_array();

	for (size_t i = 0; i < figures->waits_count; i++)
		json_array_append_new(
		        array, json_pack("{so so}", "reason", model_text(figures->waits[i].reason),
		                         "percent", model_percent(figures->waits[i].percent)));
	return array;
}

/* Adds NAME to OBJECT where it says anything: most lines have most figures not. */
static void add_measured(json_t *object, const char *name, double value, double unit)
{
	if (isfinite(value))
		json_object_set_new(object, name, rounded(value, unit));
}

static json_t *line_of(const struct report_line *line)
{
	const struct report_figures *f = &line->figures;
	json_t *object = json_pack("{sI so so}", "file", (json_int_t)line->file, "line",
	                           line->line ? json_integer(line->line) : json_null(), "text",
	                           line->text ? model_text(line->text) : json_null());

	if (!line->is_measured)
		return object;
	json_object_set_new(object, "samples", json_integer(f->samples));
	add_measured(object, "samples_percent", f->samples_percent, 1e-6);
	add_measured(object, "lanes", f->lanes, 0.001);
	add_measured(object, "splits", f->splits, 1);
	add_measured(object, "excess_sectors", f->excess_sectors, 1);
	add_measured(object, "excess_wavefronts", f->excess_wavefronts, 1);
	if (f->waits_count)
		json_object_set_new(object, "waits", waits_of(f));
	return object;
}

#define COLUMN(name, expression)                                                      \
	do {                                                                          \
		json_t *column = json_array();                                        \
		for (size_t i = 0; i < code->instructions_count; i++) {               \
			const struct report_instruction *at = &code->instructions[i]; \
			json_array_append_new(column, (expression));                  \
		}                                                                     \
		json_object_set_new(object, name, column);                            \
	} while (0)

static bool has_texts(const struct report_code *code)
{
	for (size_t i = 0; i < code->instructions_count; i++)
		if (code->instructions[i].text)
			return true;
	return false;
}

/* As columns: there are many. */
static json_t *instructions_of(const struct report_code *code)
{
	json_t *object = json_object();

	json_object_set_new(object, "left_out",
	                    json_integer((json_int_t)code->instructions_left_out));
	COLUMN("offset_bytes", json_integer(at->offset_bytes));
	COLUMN("file", at->file == NONE ? json_null() : json_integer(at->file));
	COLUMN("line", at->line ? json_integer(at->line) : json_null());
	COLUMN("samples", json_integer(at->figures.samples));
	COLUMN("samples_percent", rounded(at->figures.samples_percent, 1e-6));
	COLUMN("lanes", rounded(at->figures.lanes, 0.001));
	COLUMN("splits", rounded(at->figures.splits, 1));
	COLUMN("excess_sectors", rounded(at->figures.excess_sectors, 1));
	COLUMN("excess_wavefronts", rounded(at->figures.excess_wavefronts, 1));
	COLUMN("waits_for",
	       at->figures.waits_count ? model_text(at->figures.waits[0].reason) : json_null());
	if (code->sass_trouble)
		json_object_set_new(object, "text_missing", model_text(code->sass_trouble));
	else if (has_texts(code))
		COLUMN("text", model_text_or_null(at->text ? at->text : ""));
	return object;
}

json_t *model_code(const struct report_code *code)
{
	json_t *files = json_array(), *lines = json_array();

	if (!code) {
		json_decref(files);
		json_decref(lines);
		return json_null();
	}
	for (size_t i = 0; i < code->files_count; i++)
		json_array_append_new(files,
		                      json_pack("{so so sb}", "path",
		                                model_text_or_null(code->files[i].path), "found",
		                                model_text_or_null(code->files[i].found),
		                                "is_newer", (int)code->files[i].is_newer));
	for (size_t i = 0; i < code->lines_count; i++)
		json_array_append_new(lines, line_of(&code->lines[i]));
	return json_pack("{so sI so so}", "files", files, "lines_left_out",
	                 (json_int_t)code->lines_left_out, "lines", lines, "instructions",
	                 instructions_of(code));
}
