/* SPDX-License-Identifier: MIT */
/* The report for people: what happens inside kernels, and counters of whole GPUs. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "code/shorten.h"
#include "base/format.h"
#include "print/out_text_parts.h"
#include "base/text.h"

enum {
	PROFILE_LABEL = 14,    /* where the texts of a kernel begin */
	STALLS_SHOWN = 3,      /* what warps waited for */
	READING_COLUMNS = 18,  /* of the names of metrics */
	CURVE_COLUMNS = 60,    /* at most */
	CURVE_COLUMNS_MIN = 8, /* below, none is drawn */
	SHARE_COLUMNS = 32,    /* of a kernel's share of the time, behind its name */
	BUSY_PERCENT_MIN = 10, /* of the main part: else ... */
	LITTLE_PART = 4,       /* ... one kernel in so many is shown */
};

/* Kernels below this share of the time in kernels are not worth five lines. */
#define PROFILE_PERCENT_MIN 1

/* From this share of the time in kernels on, what graphs launch is most of it. */
#define GRAPHS_PERCENT_MIN 50

/* What counters stand for is said where it is less of a kernel's time. */
#define REPRESENTED_PERCENT_ALL 90

/* Kernels that run at the same time, on average while any runs, from which on what is measured of
 * one alone says little of the run. */
#define CONCURRENT_MIN 1.5

/* ---- kernels ---- */

/* Of the units that move data and were measured one by one. */
static const char *busiest_memory(const struct kernel_profile *p)
{
	if (p->shared_percent >= p->verdict_memory)
		return "shared memory";
	return p->l2_throughput >= p->verdict_memory ? "the L2 cache" : "GPU memory";
}

static void print_verdict(const struct page *page, const struct kernel_profile *p)
{
	char text[REPORT_BUSY_MAX];

	if (p->verdict_source == VERDICT_FROM_THROUGHPUT)
		print_fact(page, 2, PROFILE_LABEL, "verdict", "%s: %s",
		           kernel_verdict_name(p->verdict), report_say_how_busy(text, p));
	if (p->verdict_source == VERDICT_FROM_UNITS)
		print_fact(page, 2, PROFILE_LABEL, "verdict",
		           "%s: %s at %s of its peak, %s of the issue slots of SMs that have "
		           "warps used (other units were not measured: "
		           "--metrics=default,memory,roofline)",
		           kernel_profile_verdict_name(p), busiest_memory(p),
		           format_percent(FORMAT, p->verdict_memory),
		           format_percent(FORMAT, p->verdict_compute));
}

static void print_occupancy(const struct page *page, const struct report_profile *r)
{
	const struct kernel_profile *p = &r->profile;
	char limit[160] = "", achieved[FORMAT_MAX + 16] = "";

	if (is_measured(p->grid_occupancy))
		snprintf(limit, sizeof limit, ", limited by the grid");
	else if (*r->limiter)
		snprintf(limit, sizeof limit, ", limited by %s", r->limiter);
	if (is_measured(p->achieved_occupancy))
		snprintf(achieved, sizeof achieved, "%s achieved%s",
		         format_percent(FORMAT, p->achieved_occupancy),
		         p->has_occupancy ? " of " : "");
	if (p->has_occupancy)
		print_fact(page, 2, PROFILE_LABEL, "occupancy", "%s%s possible%s", achieved,
		           format_percent(FORMAT, is_measured(p->grid_occupancy)
		                                          ? p->grid_occupancy
		                                          : p->theoretical_occupancy),
		           limit);
	else if (*achieved)
		print_fact(page, 2, PROFILE_LABEL, "occupancy", "%s", achieved);
}

static void print_lanes(const struct page *page, const struct kernel_profile *p)
{
	char predicated[FORMAT_MAX + 32] = "", uniform[FORMAT_MAX + 64] = "";

	if (!is_measured(p->threads_per_inst))
		return;
	if (is_measured(p->threads_pred_on_per_inst))
		snprintf(predicated, sizeof predicated, ", %.1f of them not predicated off",
		         fmin(p->threads_pred_on_per_inst, /* another counter */
		              p->threads_per_inst));
	if (is_measured(p->branch_uniform))
		snprintf(uniform, sizeof uniform, "; %s of branches taken by whole warps",
		         format_percent(FORMAT, p->branch_uniform));
	print_fact(page, 2, PROFILE_LABEL, "lanes", "%.1f of 32 active in an instruction%s%s",
	           p->threads_per_inst, predicated, uniform);
}

static void print_memory(const struct page *page, const struct kernel_profile *p)
{
	char part[FORMAT_MAX + 32] = "", sectors[2 * FORMAT_MAX + 64] = "";

	if (is_measured(p->dram_percent))
		snprintf(part, sizeof part, ", %s of its peak",
		         format_percent(FORMAT, p->dram_percent));
	if (is_measured(p->sectors_per_load))
		snprintf(sectors, sizeof sectors, "; %s sectors a load",
		         format_real(FORMAT, p->sectors_per_load));
	if (is_measured(p->dram_bytes_per_s))
		print_fact(page, 2, PROFILE_LABEL, "GPU memory", "%s%s%s",
		           format_rate(FORMAT, p->dram_bytes_per_s), part, sectors);
}

/* The type of operation that the kernel does most. */
static void print_roofline(const struct page *page, const struct kernel_profile *p)
{
	const struct roofline *best = NULL;
	int type = 0;

	for (int i = 0; i < FLOP_TYPES; i++)
		if (p->rooflines[i].flops_per_s > 0 &&
		    (!best || p->rooflines[i].flops_per_s > best->flops_per_s)) {
			best = &p->rooflines[i];
			type = i;
		}
	if (!best || !is_measured(best->attainable_flops_per_s) || roofline_is_small(best))
		return;
	print_fact(page, 2, PROFILE_LABEL, "roofline",
	           "%s TFLOP/s (%s), %s of what its %s FLOP per byte of GPU memory allow",
	           format_real(FORMAT, best->flops_per_s / 1e12),
	           flop_type_name((enum flop_type)type),
	           format_percent(FORMAT, 100 * best->flops_per_s / best->attainable_flops_per_s),
	           format_real(FORMAT, best->intensity));
}

static void print_issuing(const struct page *page, const struct kernel_profile *p)
{
	char issuing[FORMAT_MAX + 32] = "", eligible[FORMAT_MAX + 64] = "";

	if (is_measured(p->issue_active))
		snprintf(issuing, sizeof issuing, "issue in %s of the cycles",
		         format_percent(FORMAT, p->issue_active));
	if (is_measured(p->eligible_warps))
		snprintf(eligible, sizeof eligible, "%s%s warps eligible on average",
		         *issuing ? "; " : "", format_real(FORMAT, p->eligible_warps));
	if (*issuing || *eligible)
		print_fact(page, 2, PROFILE_LABEL, "schedulers", "%s%s", issuing, eligible);
}

/* "long_scoreboard" as people read it. */
static const char *words(char text[FORMAT_MAX], const char *label)
{
	snprintf(text, FORMAT_MAX, "%s", label);
	for (char *p = text; *p; p++)
		if (*p == '_')
			*p = ' ';
	return text;
}

static void print_stalls(const struct page *page, const struct kernel_profile *p)
{
	char text[STALLS_SHOWN * (2 * FORMAT_MAX + 8)] = "";
	size_t used = 0;
	int shown = 0;

	if (p->samples > 0 && p->samples < SAMPLES_MIN) {
		print_fact(page, 2, PROFILE_LABEL, "waits for", "%s sample%s: too few to tell",
		           format_count(FORMAT, p->samples), plural(p->samples));
		return;
	}
	for (size_t i = 0; i < p->stalls_count && shown < STALLS_SHOWN; i++) {
		if (strcmp(p->stalls[i].label, "selected") == 0)
			continue;
		used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %s",
		                         used ? ", " : "", words(FORMAT, p->stalls[i].label),
		                         format_percent(FORMAT, p->stalls[i].percent));
		shown++;
	}
	if (shown)
		print_fact(page, 2, PROFILE_LABEL, "waits for", "%s; issuing %s", text,
		           format_percent(FORMAT, kernel_stall_percent(p, "selected")));
}

static const char *share_text(char text[FORMAT_MAX], const struct report_process *process,
                              const struct kernel_profile *p)
{
	if (process->kernels_count == 0)
		snprintf(text, FORMAT_MAX, "not timed");
	else if (p->launches)
		snprintf(text, FORMAT_MAX, "%s of the time in kernels",
		         format_percent(FORMAT, p->time_percent));
	else
		snprintf(text, FORMAT_MAX, "launched by other kernels");
	return text;
}

/* Counters of launches that took another time than most are of other work. */
static void print_represented(const struct page *page, const struct kernel_profile *p)
{
	if (!p->measured_launches || p->measured_percent >= REPRESENTED_PERCENT_ALL)
		return;
	print_fact(page, 2, PROFILE_LABEL, "counters",
	           "of %s launch%s like those that took %s of its time%s",
	           format_count(FORMAT, p->measured_launches),
	           p->measured_launches == 1 ? "" : "es",
	           format_percent(FORMAT, p->measured_percent),
	           kernel_profile_is_measured(p)
	                   ? ""
	                   : ": they say nothing of the others, which took another time "
	                     "(record --stalls and --metrics together, or with a larger "
	                     "--metrics-time)");
}

static void print_profile(const struct page *page, const struct report_process *process,
                          const struct report_profile *r)
{
	const struct kernel_profile *p = &r->profile;
	char *shortened = function_shorten(r->name, page_room(page, page->width - SHARE_COLUMNS));
	char *name = shortened ? text_clean(shortened, 0) : NULL;

	fprintf(page->stream, "%s%s%s  %s\n", color_begin(page->stream, COLOR_NAME),
	        name ? name : "?", color_end(page->stream), share_text(FORMAT, process, p));
	print_represented(page, p);
	print_verdict(page, p);
	print_occupancy(page, r);
	print_lanes(page, p);
	print_memory(page, p);
	print_roofline(page, p);
	print_issuing(page, p);
	print_stalls(page, p);
	if (*r->lines)
		print_fact(page, 2, PROFILE_LABEL, r->are_lines_issued ? "issues at" : "time at",
		           "%s", r->lines);
	free(name);
	free(shortened);
}

/* What the profiles of PROCESS rest on. */
struct basis {
	int64_t launches, samples;
};

static struct basis basis_of(const struct report_process *process)
{
	struct basis basis = { 0, 0 };

	for (size_t i = 0; i < process->profiles_count; i++) {
		basis.launches = sum_saturated(basis.launches,
		                               process->profiles[i].profile.measured_launches);
		basis.samples = sum_saturated(basis.samples, process->profiles[i].profile.samples);
	}
	return basis;
}

/* Kernels that kernels launch have no times, but samples. */
static bool is_hot(const struct kernel_profile *p, const struct basis *basis)
{
	return p->time_percent >= PROFILE_PERCENT_MIN ||
	       (!p->launches && percent_of(p->samples, basis->samples) >= PROFILE_PERCENT_MIN);
}

static void print_how_to_get(const struct page *page, const struct report_process *process,
                             const struct basis *basis)
{
	if (process->in_graphs_percent >= GRAPHS_PERCENT_MIN)
		print_line(page, basis->launches || basis->samples ? 2 : 0, COLOR_DIM,
		           "%s of the time in kernels is that of kernels launched by CUDA graphs "
		           "alone, which counters cannot measure: record the program once with "
		           "--metrics where it launches them by themselves%s",
		           format_percent(FORMAT, process->in_graphs_percent),
		           basis->samples ? "" : "; --stalls tells what their warps wait for");
	else if (!basis->launches && !basis->samples)
		print_line(page, 0, COLOR_DIM,
		           "What happened inside them was not recorded: 'warpwise record --stalls' "
		           "tells what warps wait for, --metrics what counters say");
	else if (!basis->launches)
		print_line(page, 2, COLOR_DIM,
		           "record with --metrics for lanes, the occupancy achieved and memory "
		           "traffic");
	else if (!basis->samples)
		print_line(page, 2, COLOR_DIM,
		           "record with --stalls for what warps wait for, and on which lines");
}

static bool is_concurrent(const struct report_process *process)
{
	for (size_t i = 0; i < process->devices_count; i++)
		if (process->devices[i].summary.average_kernels >= CONCURRENT_MIN)
			return true;
	return false;
}

/* How many kernels are shown; 0: all. Where the GPU is idle for nearly all of the time, what
 * happens inside kernels hardly matters. */
static size_t limit_of(const struct page *page, const struct report_process *process)
{
	const int64_t whole_ns = process->rest_ns ? process->rest_ns : process->program_ns;
	const size_t limit = (size_t)page->options->limit;

	return percent_of(process->summary.busy_ns, whole_ns) < BUSY_PERCENT_MIN
	               ? (limit + LITTLE_PART - 1) / LITTLE_PART
	               : limit;
}

void print_profiles(const struct page *page, const struct report_process *process)
{
	const struct basis basis = basis_of(process);
	char counters[FORMAT_MAX + 32] = "", samples[FORMAT_MAX + 32] = "";
	const size_t limit = limit_of(page, process);
	size_t shown = 0;

	if (process->profiles_count == 0) {
		if (process->kernels_count)
			print_how_to_get(page, process, &basis);
		return;
	}
	if (basis.launches)
		snprintf(counters, sizeof counters, "counters of %s launch%s",
		         format_count(FORMAT, basis.launches), basis.launches == 1 ? "" : "es");
	if (basis.samples)
		snprintf(samples, sizeof samples, "%s%s sample%s of warps",
		         basis.launches ? ", " : "", format_count(FORMAT, basis.samples),
		         plural(basis.samples));
	print_heading(page, "Inside the kernels: %s%s", counters, samples);
	if (basis.launches && is_concurrent(process))
		print_line(page, 0, COLOR_DIM,
		           "counters are of launches that had the GPU to themselves; in the run "
		           "others ran beside them");
	while (shown < process->profiles_count &&
	       (!limit || shown == 0 ||
	        (shown < limit && is_hot(&process->profiles[shown].profile, &basis))))
		print_profile(page, process, &process->profiles[shown++]);
	if (process->profiles_count + process->profiles_left_out > shown)
		print_line(page, 2, COLOR_DIM, "and %s more: --limit 0, --format json",
		           format_count(FORMAT, (int64_t)(process->profiles_count +
		                                          process->profiles_left_out - shown)));
	print_how_to_get(page, process, &basis);
}

/* ---- whole GPUs ---- */

/* The mean of the values that lie in column COLUMN of COLUMNS; NAN: none was sampled. */
static double column_value(const struct report_gpu_samples *samples,
                           const struct report_reading *reading, int column, int columns)
{
	size_t first = samples->intervals * (size_t)column / (size_t)columns;
	size_t end = samples->intervals * ((size_t)column + 1) / (size_t)columns;
	double mean = 0; /* never more than the largest: sums of what a file says may be infinite */
	double count = 0;

	for (size_t i = first; i < end || i == first; i++)
		if (is_measured(reading->values[i])) {
			count++;
			mean += reading->values[i] / count - mean / count;
		}
	return count > 0 ? mean : NAN;
}

static void print_curve(const struct page *page, const struct report_gpu_samples *samples,
                        const struct report_reading *reading, int columns)
{
	static const char *const blocks[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	static const char *const signs[] = { "_", ".", ".", "-", "-", "=", "=", "#" };
	const char *const *levels = terminal_is_utf8() ? blocks : signs;
	double top = reading->is_percent ? 100 : 0;

	if ((size_t)columns > samples->intervals)
		columns = (int)samples->intervals;
	for (int i = 0; i < columns && !reading->is_percent; i++)
		top = fmax(top, column_value(samples, reading, i, columns));
	for (int i = 0; i < columns; i++) {
		double value = column_value(samples, reading, i, columns);
		double level = top > 0 ? value / top * 8 : 0;

		if (!is_measured(value) || !(value > 0))
			fputs(is_measured(value) ? levels[0] : " ", page->stream);
		else
			fputs(levels[level < 7 ? (int)level : 7], page->stream);
	}
}

static void print_reading(const struct page *page, const struct report_gpu_samples *samples,
                          const struct report_reading *reading)
{
	int columns = page->width - 2 - READING_COLUMNS - 2 - 10 - 2;
	char *name = text_clean(reading->label, READING_COLUMNS);

	fprintf(page->stream, "  %-*s  %10s", READING_COLUMNS, name ? name : "?",
	        !isfinite(reading->average)             ? "-"
	        : reading->is_percent                   ? format_percent(FORMAT, reading->average)
	        : reading->is_bytes && reading->is_rate ? format_rate(FORMAT, reading->average)
	                                                : format_real(FORMAT, reading->average));
	if (columns >= CURVE_COLUMNS_MIN) {
		fputs("  ", page->stream);
		print_curve(page, samples, reading,
		            columns < CURVE_COLUMNS ? columns : CURVE_COLUMNS);
	}
	fputc('\n', page->stream);
	free(name);
}

void print_gpu_samples(const struct page *page, const struct report_gpu_samples *samples)
{
	if (samples->readings_count == 0)
		return;
	print_heading(page, "GPU %lld as its counters saw it: %s sample%s over %s",
	              (long long)samples->device, format_count(FORMAT, samples->samples),
	              plural(samples->samples),
	              format_duration(FORMAT, samples->interval_ns * (int64_t)samples->intervals));
	for (size_t i = 0; i < samples->readings_count; i++)
		print_reading(page, samples, &samples->readings[i]);
}
