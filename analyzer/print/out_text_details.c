/* SPDX-License-Identifier: MIT */
/* The report for people: what ran, how busy the GPUs were, and the tables. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/format.h"
#include "kernel/recorded_launch.h"
#include "print/out_text_parts.h"
#include "print/table.h"
#include "base/text.h"

enum {
	ROW_COLUMNS = 24, /* of the names in a chart */
	ROW_WIDTH = 47,   /* of its rows without bars; on a narrower page they move together */
	BAR_COLUMNS = 30,
	IDLE_ROWS = 4,
	NARROW_COLUMNS = 70, /* below, charts go without bars */
};

/* ---- what ran ---- */

static const char *version(char text[FORMAT_MAX], int number)
{
	if (number > 0)
		snprintf(text, FORMAT_MAX, "%d.%d", number / 1000, number % 1000 / 10);
	else
		snprintf(text, FORMAT_MAX, "unknown");
	return text;
}

static void print_program(const struct page *page, const struct report_process *p)
{
	const char *command = *p->command_line ? p->command_line : p->executable;
	char *clean = text_clean(*command ? command : "unknown",
	                         page_room(page, 2 * (page->width - LABEL_COLUMNS)));
	time_t seconds = (time_t)(p->start_unix_ns / 1000000000);
	char when[64] = "unknown time";
	struct tm tm;

	if (p->start_unix_ns && gmtime_r(&seconds, &tm))
		strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S UTC", &tm);
	print_fact(page, 0, LABEL_COLUMNS, "program", "%s", clean ? clean : "");
	print_fact(page, 0, LABEL_COLUMNS, "when", "%s, process %lld%s%s", when, (long long)p->pid,
	           *p->host ? " on " : "", p->host);
	if (p->end_signal)
		print_fact(page, 0, LABEL_COLUMNS, "ended",
		           "by a signal, %s: what it had still to do is not in here",
		           p->end_signal);
	if (p->exit_status)
		print_fact(page, 0, LABEL_COLUMNS, "ended", "with exit status %d", p->exit_status);
	if (p->rank >= 0)
		print_fact(page, 0, LABEL_COLUMNS, "rank", "%lld", (long long)p->rank);
	free(clean);
	clean = p->part.name ? text_clean(p->part.name, 40) : NULL;
	if (clean)
		print_fact(page, 0, LABEL_COLUMNS, "range",
		           "%s: this report is about what was issued from the start of the first "
		           "of %s such range%s to the end of the last, %s of %s",
		           clean, format_count(FORMAT, (int64_t)p->part.ranges),
		           plural((int64_t)p->part.ranges),
		           format_duration(FORMAT, p->summary.wall_ns),
		           format_duration(FORMAT, p->part.run_ns));
	free(clean);
}

/* Only what was set: each of them changes what CUDA does. */
static void print_environment(const struct page *page, const struct report_process *p)
{
	char *text = NULL;
	size_t size;
	FILE *stream = p->environment_count ? open_memstream(&text, &size) : NULL;

	if (!stream)
		return;
	for (size_t i = 0; i < p->environment_count; i++)
		fprintf(stream, "%s%s=%s", i ? "  " : "", p->environment[i].name,
		        p->environment[i].text);
	if (fclose(stream) == 0)
		print_fact(page, 0, LABEL_COLUMNS, "settings", "%s", text);
	free(text);
}

/* A trace may not say: whoever links the runtime statically has no library of it to ask. */
static void print_cuda(const struct page *page, const struct report_process *p)
{
	if (p->runtime_version > 0)
		print_fact(page, 0, LABEL_COLUMNS, "CUDA", "driver %s, runtime %s",
		           version(FORMAT, p->driver_version), version(FORMAT, p->runtime_version));
	else
		print_fact(page, 0, LABEL_COLUMNS, "CUDA", "driver %s",
		           version(FORMAT, p->driver_version));
}

/* What the run without the recorder leaves out, and what it cannot. */
static void print_recorder(const struct page *page, const struct report_process *p)
{
	if (!p->is_alone_known)
		return;
	print_fact(page, 0, LABEL_COLUMNS, "recorder",
	           "makes each call and operation take a little longer, which the run without it "
	           "leaves out%s",
	           p->start_call_ns && report_looks_inside_kernels(p)
	                   ? "; CUDA's start is still in it, which --stalls and --metrics make "
	                     "longer: to compare runs, leave that out"
	                   : "");
}

static void print_what_ran(const struct page *page, const struct report_process *p)
{
	const struct summary *s = &p->summary;

	print_heading(page, "What ran");
	print_program(page, p);
	for (size_t i = 0; i < p->devices_count; i++) {
		const struct report_device *d = &p->devices[i];

		print_fact(page, 0, LABEL_COLUMNS, i ? "" : "GPU",
		           "%lld: %s, compute capability %d.%d, %d SMs%s", (long long)d->id,
		           d->name, d->cc_major, d->cc_minor, d->multiprocessors,
		           d->summary.busy_ns ? "" : " (unused)");
	}
	print_cuda(page, p);
	if (p->has_hardware_times)
		print_fact(page, 0, LABEL_COLUMNS, "times",
		           "the GPU itself timed the kernels, which does not tell their hardware "
		           "queues");
	print_environment(page, p);
	print_fact(page, 0, LABEL_COLUMNS, "ran",
	           "%s kernel%s of %zu function%s, %s cop%s (%s), %s memory set%s",
	           format_count(FORMAT, s->operations[OPERATION_KERNEL]),
	           plural(s->operations[OPERATION_KERNEL]), s->functions,
	           plural((int64_t)s->functions),
	           format_count(FORMAT, s->operations[OPERATION_COPY]),
	           s->operations[OPERATION_COPY] == 1 ? "y" : "ies",
	           format_bytes(FORMAT, s->copied_bytes),
	           format_count(FORMAT, s->operations[OPERATION_FILL]),
	           plural(s->operations[OPERATION_FILL]));
	print_fact(page, 0, LABEL_COLUMNS, "calls", "%s API call%s in %zu thread%s, %s failed",
	           format_count(FORMAT, p->calls), plural(p->calls), s->threads,
	           plural((int64_t)s->threads),
	           s->failed_calls ? format_count(FORMAT, s->failed_calls) : "none");
	print_fact(page, 0, LABEL_COLUMNS, "replay",
	           "the run replayed from its constraints takes %s, a replay error of %s "
	           "of the program time; predicted gains assume that %s",
	           format_duration(FORMAT, p->replayed_ns),
	           format_percent(FORMAT, 100 * p->replay_error), finding_assumption);
	print_recorder(page, p);
}

/* ---- how busy ---- */

/* Full blocks and eighths, or '#'. */
static void print_bar(const struct page *page, double percent)
{
	static const char *const eighths[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
	int units = (int)(percent / 100 * BAR_COLUMNS * 8 + 0.5);

	if (units == 0 && percent > 0)
		units = 1;
	if (!terminal_is_utf8()) {
		for (int i = 0; i < (units + 4) / 8; i++)
			fputc('#', page->stream);
		return;
	}
	for (int i = 0; i < units / 8; i++)
		fputs("█", page->stream);
	fputs(eighths[units % 8], page->stream);
}

static void print_row(const struct page *page, const char *name, int64_t part_ns, int64_t whole_ns,
                      enum color color)
{
	double percent = percent_of(part_ns, whole_ns);

	fprintf(page->stream, page->width < ROW_WIDTH ? "%-*s%8s%9s" : "  %-*s%9s%12s",
	        page->width < ROW_WIDTH ? ROW_COLUMNS - 1 : ROW_COLUMNS, name,
	        format_percent(FORMAT, percent), format_duration(FORMAT, part_ns));
	if (page->width >= NARROW_COLUMNS && part_ns > 0) {
		fprintf(page->stream, "  %s", color_begin(page->stream, color));
		print_bar(page, percent);
		fputs(color_end(page->stream), page->stream);
	}
	fputc('\n', page->stream);
}

static void print_idle_row(const struct page *page, const char *label, int64_t ns, int64_t wall_ns)
{
	char text[32];

	snprintf(text, sizeof text, "  %s", label);
	print_row(page, text, ns, wall_ns, COLOR_PLAIN);
}

/* GPU work that was not this GPU's: of another one, or prefetches of managed memory, which are
   copies of no stream's. The same words stand in web/ui/views/busy.js. */
static const char *name_idle(int share)
{
	static const char *const labels[SHARES] = {
		[SHARE_KERNEL] = "kernels elsewhere",
		[SHARE_COPY] = "other copies",
		[SHARE_FILL] = "other memory sets",
	};

	return labels[share] ? labels[share] : share_labels[share];
}

/* What the idle time was waiting for: the largest few. */
static void print_idle(const struct page *page, const struct budget *idle, int64_t wall_ns)
{
	bool is_done[SHARES] = { false };
	int64_t left_ns = idle->wall_ns;

	for (int row = 0; row < IDLE_ROWS; row++) {
		int largest = -1;

		for (int share = 0; share < SHARES; share++)
			if (!is_done[share] &&
			    (largest < 0 || idle->share_ns[share] > idle->share_ns[largest]))
				largest = share;
		if (largest < 0 || percent_of(idle->share_ns[largest], wall_ns) < 0.5)
			break;
		is_done[largest] = true;
		left_ns -= idle->share_ns[largest];
		print_idle_row(page, name_idle(largest), idle->share_ns[largest], wall_ns);
	}
	if (percent_of(left_ns, wall_ns) >= 0.05)
		print_idle_row(page, "other", left_ns, wall_ns);
}

static void print_device(const struct page *page, const struct report_process *p,
                         const struct report_device *device)
{
	const struct summary_device *d = &device->summary;
	int64_t wall_ns = p->summary.wall_ns;

	print_heading(page, "How busy GPU %lld was, of %s", (long long)device->id,
	              format_duration(FORMAT, wall_ns));
	print_row(page, "busy", d->busy_ns, wall_ns, COLOR_GOOD);
	print_row(page, "  kernels", d->type_ns[OPERATION_KERNEL], wall_ns, COLOR_PLAIN);
	if (d->several_kernels_ns)
		print_row(page, "    two or more at once", d->several_kernels_ns, wall_ns,
		          COLOR_PLAIN);
	if (d->operations[OPERATION_COPY])
		print_row(page, "  copies", d->type_ns[OPERATION_COPY], wall_ns, COLOR_PLAIN);
	if (d->copy_and_kernel_ns)
		print_row(page, "    while kernels ran", d->copy_and_kernel_ns, wall_ns,
		          COLOR_PLAIN);
	if (d->operations[OPERATION_FILL])
		print_row(page, "  memory sets", d->type_ns[OPERATION_FILL], wall_ns, COLOR_PLAIN);
	if (device->fill_pages_ns)
		print_row(page, "    waiting for pages", device->fill_pages_ns, wall_ns,
		          COLOR_PLAIN);
	print_row(page, device->idle.share_ns[SHARE_CHILDREN] ? "idle or unrecorded" : "idle",
	          wall_ns - d->busy_ns, wall_ns, COLOR_WARNING);
	print_idle(page, &device->idle, wall_ns);

	print_line(page, 2, COLOR_PLAIN, "%zu stream%s on %zu hardware queue%s", d->streams,
	           plural((int64_t)d->streams), d->queues, plural((int64_t)d->queues));
	if (d->most_kernels > 1)
		print_line(page, 2, COLOR_PLAIN,
		           "while kernels ran, %s at once on average, %zu at most",
		           format_real(FORMAT, d->average_kernels), d->most_kernels);
	if (d->copy_and_kernel_ns)
		print_line(page, 2, COLOR_PLAIN, "%s of the time in copies, kernels ran too",
		           format_percent(FORMAT, percent_of(d->copy_and_kernel_ns,
		                                             d->type_ns[OPERATION_COPY])));
}

/* ---- tables ---- */

static const struct table_column kernel_columns[] = {
	{ "time_percent", "share", TABLE_PERCENT, 0 },
	{ "total_ns", "total", TABLE_DURATION, 0 },
	{ "count", "count", TABLE_COUNT, 0 },
	{ "average_ns", "average", TABLE_DURATION, 0 },
	{ "max_ns", "max", TABLE_DURATION, 5 },
	{ "grid", "blocks", TABLE_COUNT, 3 },
	{ "block", "threads", TABLE_COUNT, 2 },
	{ "occupancy_percent", "occupancy", TABLE_PERCENT, 1 },
	{ "limiter", "limited by", TABLE_NAME, 4 },
	{ "launched_from", "launched from", TABLE_NAME, 1 }, /* not of every trace */
	{ "name", "kernel", TABLE_FUNCTION, 0 }, /* last: the longest, whole where there is room */
};

enum { LINE_TEXT = 512, NEARLY_ALL_PERCENT = 95 };
enum { KERNEL_COLUMNS = sizeof kernel_columns / sizeof *kernel_columns };

/* The line that has most of its time; with its share where that is not nearly all, and what is
 * known of its launches. */
static const char *line_of(const struct report_kernel *k, char text[LINE_TEXT])
{
	if (!k->lines_count)
		return NULL;
	if (k->lines->percent >= NEARLY_ALL_PERCENT)
		return k->lines->code;
	if (100 * k->lines->percent >= NEARLY_ALL_PERCENT * k->lines->known_percent)
		snprintf(text, LINE_TEXT, "%s known: %s", format_percent(FORMAT, k->lines->percent),
		         k->lines->code);
	else
		snprintf(text, LINE_TEXT, "%s in %s", format_percent(FORMAT, k->lines->percent),
		         k->lines->code);
	return text;
}

static int add_kernel(struct table *table, const struct report_kernel *k, bool has_lines)
{
	char line[LINE_TEXT];
	const struct statistics *s = &k->statistics;
	const bool is_by_grid = is_measured(k->grid_occupancy_percent);
	struct table_cell cells[KERNEL_COLUMNS] = {
		{ .real = k->share_percent },
		{ .integer = s->total },
		{ .integer = s->count },
		{ .integer = (int64_t)(statistics_average(s) + 0.5) },
		{ .integer = s->max },
		{ .integer = recorded_volume(k->grid) },
		{ .integer = recorded_volume(k->block) },
		{ .real = is_by_grid ? k->grid_occupancy_percent : k->occupancy_percent,
		  .is_none = !k->has_occupancy },
		{ .text = is_by_grid    ? "grid"
		          : *k->limiter ? k->limiter
		                        : NULL },
		{ .text = line_of(k, line) },
		{ .text = k->name },
	};

	if (!has_lines)
		cells[KERNEL_COLUMNS - 2] = cells[KERNEL_COLUMNS - 1];
	return table_add(table, cells);
}

static bool has_lines(const struct report_kernel *kernels, size_t count)
{
	size_t lines = 0;

	for (size_t i = 0; i < count; i++)
		lines += kernels[i].lines_count;
	return lines > 0;
}

static void print_more(const struct page *page, size_t count, size_t shown, const char *how)
{
	if (count > shown)
		fprintf(page->stream, "%sand %s more: %s%s\n", color_begin(page->stream, COLOR_DIM),
		        format_count(FORMAT, (int64_t)(count - shown)), how,
		        color_end(page->stream));
}

static size_t shown_of(const struct page *page, size_t count)
{
	size_t limit = (size_t)page->options->limit;

	return limit && count > limit ? limit : count;
}

static int print_kernels(const struct page *page, const struct report_process *p)
{
	size_t shown = shown_of(page, p->kernels_count);
	const bool with_lines = has_lines(p->kernels, shown);
	struct table_column columns[KERNEL_COLUMNS];
	struct table *table;
	int err = 0;

	if (p->kernels_count == 0)
		return 0;
	memcpy(columns, kernel_columns, sizeof columns);
	if (!with_lines)
		columns[KERNEL_COLUMNS - 2] = columns[KERNEL_COLUMNS - 1];
	table = table_new(columns, KERNEL_COLUMNS - !with_lines);
	if (!table)
		return -ENOMEM;
	for (size_t i = 0; i < shown && !err; i++)
		err = add_kernel(table, &p->kernels[i], with_lines);
	if (!err) {
		print_heading(page, "Time in kernels, by launch shape: %s",
		              format_duration(FORMAT, p->kernels_total_ns));
		err = table_print(table, page->stream, TABLE_TEXT);
	}
	if (!err)
		print_more(page, p->kernels_count + p->kernels_left_out, shown,
		           p->kernels_left_out ? "warpwise stats --by kernel" : "--limit 0");
	table_free(table);
	return err;
}

static const struct table_column group_columns[] = {
	{ "time_percent", "share", TABLE_PERCENT, 0 },
	{ "total_ns", "total", TABLE_DURATION, 0 },
	{ "count", "count", TABLE_COUNT, 0 },
	{ "average_ns", "average", TABLE_DURATION, 0 },
	{ "max_ns", "max", TABLE_DURATION, 1 },
	{ "name", "", TABLE_NAME, 0 },
};

enum { GROUP_COLUMNS = sizeof group_columns / sizeof *group_columns };

static int print_groups(const struct page *page, const struct report_groups *groups,
                        const char *heading, const char *name, const char *how)
{
	size_t shown = shown_of(page, groups->count);
	struct table_column columns[GROUP_COLUMNS];
	struct table *table;
	int err = 0;

	if (groups->count == 0)
		return 0;
	memcpy(columns, group_columns, sizeof columns);
	columns[GROUP_COLUMNS - 1].heading = name;
	table = table_new(columns, GROUP_COLUMNS);
	if (!table)
		return -ENOMEM;
	for (size_t i = 0; i < shown && !err; i++) {
		const struct statistics *s = &groups->items[i].statistics;

		err = table_add(table,
		                (struct table_cell[GROUP_COLUMNS]){
		                        { .real = groups->items[i].share_percent },
		                        { .integer = s->total },
		                        { .integer = s->count },
		                        { .integer = (int64_t)(statistics_average(s) + 0.5) },
		                        { .integer = s->max },
		                        { .text = groups->items[i].name },
		                });
	}
	if (!err) {
		print_heading(page, "%s: %s", heading, format_duration(FORMAT, groups->total_ns));
		err = table_print(table, page->stream, TABLE_TEXT);
	}
	if (!err)
		print_more(page, groups->count + groups->left_out, shown, how);
	table_free(table);
	return err;
}

/* ---- all ---- */

int print_details(const struct page *page, size_t index)
{
	const struct report_process *p = &page->report->processes[index];
	int err;

	print_what_ran(page, p);
	for (size_t i = 0; i < p->devices_count; i++)
		if (p->devices[i].summary.busy_ns)
			print_device(page, p, &p->devices[i]);
	err = print_kernels(page, p);
	print_profiles(page, p);
	for (size_t i = 0; i < p->gpu_samples_count; i++)
		print_gpu_samples(page, &p->gpu_samples[i]);
	if (!err)
		err = print_groups(page, &p->copies, "Time in copies", "copy",
		                   "warpwise stats --by copy");
	if (!err)
		err = print_groups(page, &p->api, "Time in API calls, all threads", "call",
		                   "warpwise stats --by api");
	if (err)
		return err;
	print_abstentions(page, index);
	print_missing(page, p);
	return 0;
}
