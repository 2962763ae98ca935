/* SPDX-License-Identifier: MIT */
/*
 * warpwise occupancy: how many blocks and warps of a launch an SM holds, what limits them, and how
 * that changes with the block size, the registers and the shared memory. Needs no trace and no GPU.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "base/format.h"
#include "kernel/occupancy.h"
#include "base/terminal.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

enum {
	PLOT_COLUMNS = 64, /* of a plot at most, and points of a curve in JSON */
	PLOT_COLUMNS_MIN = 24,
	PLOT_ROWS = 8,
	PLOT_MARGIN = 6,     /* columns left of a plot: the warps and the axis */
	LIMITS_COLUMNS = 56, /* of the table of limits; on a narrower terminal it moves together */
	NUMBER_MAX = 1 << 30,
};

enum format { FORMAT_IS_TEXT, FORMAT_IS_JSON };
static const char *const formats[] = { "text", "json", NULL };

static int64_t option_threads; /* 0: not given */
static int64_t option_registers = -1;
static int64_t option_shared;
static int64_t option_carveout = OCCUPANCY_CARVEOUT_DEFAULT;
static const char *option_cc;
static const char *option_device;
static int option_format = FORMAT_IS_TEXT;

static const struct plot {
	enum occupancy_axis axis;
	const char *name; /* in JSON */
	const char *heading;
	const char *(*format)(char text[FORMAT_MAX], int64_t value);
} plots[] = {
	{ OCCUPANCY_BY_THREADS, "threads_per_block", "threads per block", format_count },
	{ OCCUPANCY_BY_REGISTERS, "registers_per_thread", "registers per thread", format_count },
	{ OCCUPANCY_BY_SHARED, "shared_bytes_per_block", "shared memory per block", format_bytes },
};

/* Everything that is printed. */
struct answer {
	const char *device_name; /* NULL: asked for by --cc */
	struct occupancy_device device;
	struct occupancy_launch launch;
	struct occupancy occupancy;
};

/* ---- what is asked ---- */

static int unknown_device(void)
{
	size_t count;
	const struct occupancy_product *products = occupancy_products(&count);
	char *names = NULL;
	size_t size;
	FILE *text = open_memstream(&names, &size);

	cmd_error("unknown device '%s'; use --cc, or one of these", option_device);
	for (size_t i = 0; text && i < count; i++)
		fprintf(text, "%s%s", i ? ", " : "", products[i].name);
	if (text && fclose(text) == 0)
		text_wrap(stderr, names, 0, terminal_text_width(stderr));
	free(names);
	return STATUS_USAGE;
}

static int find_device(struct answer *answer)
{
	const char *cc = option_cc ? option_cc : "9.0";
	int major, minor;
	char rest;

	if (option_cc && option_device)
		return cmd_usage_error("--cc and --device exclude each other");
	if (option_device) {
		if (occupancy_device_for_name(option_device, &answer->device))
			return unknown_device();
		answer->device_name = occupancy_product_find(option_device)->name;
		return STATUS_OK;
	}
	if (sscanf(cc, "%3d.%3d%c", &major, &minor, &rest) != 2)
		return cmd_usage_error("--cc must be a compute capability like 9.0, not '%s'", cc);
	if (occupancy_device_for_cc(major, minor, &answer->device))
		return cmd_usage_error("unknown compute capability: %d.%d", major, minor);
	return STATUS_OK;
}

static int find_launch(struct answer *answer)
{
	if (option_threads == 0)
		return cmd_usage_error("--threads is missing: the threads of a block");
	if (option_registers < 0)
		return cmd_usage_error("--registers is missing: what 'nvcc -Xptxas -v' prints for "
		                       "the kernel");
	answer->launch = (struct occupancy_launch){
		.threads_per_block = (int)option_threads,
		.registers_per_thread = (int)option_registers,
		.dynamic_shared_bytes = option_shared,
		.shared_optin = true,
		.max_dynamic_shared_bytes = option_shared,
		.carveout_percent = (int)option_carveout,
	};
	return STATUS_OK;
}

/* ---- text ---- */

static void print_paragraph(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void print_paragraph(const char *format, ...)
{
	char text[256];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	text_wrap(stdout, text, 0, terminal_text_width(stdout));
}

static void print_question(const struct answer *answer)
{
	const struct occupancy_device *device = &answer->device;
	char sms[FORMAT_MAX + 8] = "";

	if (device->sm_count)
		snprintf(sms, sizeof sms, ", %d SMs", device->sm_count);
	print_paragraph("%s%scompute capability %d.%d%s%s",
	                answer->device_name ? answer->device_name : "",
	                answer->device_name ? ", " : "", device->cc_major, device->cc_minor, sms,
	                device->inferred ? " (not published: limits of a relative)" : "");
	print_paragraph("%s thread%s and %s of shared memory per block, %s registers per thread",
	                format_count(FORMAT, answer->launch.threads_per_block),
	                answer->launch.threads_per_block == 1 ? "" : "s",
	                format_bytes(FORMAT, option_shared),
	                format_count(FORMAT, answer->launch.registers_per_thread));
	putchar('\n');
}

static void print_result(const struct answer *answer)
{
	const struct occupancy *occupancy = &answer->occupancy;
	const char *separator = "";

	if (occupancy->refusal != OCCUPANCY_RUNS) {
		fputs(color_begin(stdout, COLOR_BAD), stdout);
		print_paragraph("Cannot run: %s", occupancy_refusal_text(occupancy->refusal));
		fputs(color_end(stdout), stdout);
		return;
	}
	fputs(color_begin(stdout, COLOR_HEADING), stdout);
	print_paragraph("Occupancy %s: %d of %d warps per SM, in %d block%s",
	                format_percent(FORMAT, 100 * occupancy->occupancy), occupancy->active_warps,
	                occupancy->max_warps, occupancy->blocks_per_sm,
	                occupancy->blocks_per_sm == 1 ? "" : "s");
	fputs(color_end(stdout), stdout);
	printf("Limited by ");
	for (int i = 0; i < OCCUPANCY_LIMITERS; i++) {
		if (!(occupancy->limiters & 1u << i))
			continue;
		printf("%s%s", separator, occupancy_limiter_name(1u << i));
		separator = ", ";
	}
	putchar('\n');
}

/* A line of the table of limits: four texts, and a mark. */
static void print_limit_row(const char *name, const char *per_block, const char *per_sm,
                            const char *blocks, bool is_marked)
{
	const int width = terminal_width(stdout);
	const bool is_narrow = width && width < LIMITS_COLUMNS;

	printf(is_narrow ? "%-13s%10s%8s%7s%s\n" : "  %-16s%12s%12s%10s%s\n", name, per_block,
	       per_sm, blocks,
	       !is_marked  ? ""
	       : is_narrow ? " <"
	                   : "  <");
}

/* One of a limit; shared memory in bytes, the others counted. */
static void print_limit(const struct occupancy *occupancy, enum occupancy_limiter limiter,
                        int64_t per_block, int64_t per_sm, int blocks)
{
	const char *(*format)(char text[FORMAT_MAX], int64_t value) =
	        limiter == OCCUPANCY_LIMIT_SHARED ? format_bytes : format_count;

	print_limit_row(occupancy_limiter_name(limiter), format(FORMAT, per_block),
	                format(FORMAT, per_sm),
	                blocks == INT_MAX ? "any" : format_count(FORMAT, blocks),
	                occupancy->limiters & limiter);
}

static void print_limits(const struct answer *answer)
{
	const struct occupancy_device *device = &answer->device;
	const struct occupancy *occupancy = &answer->occupancy;
	int warps = answer->launch.threads_per_block / device->warp_size +
	            (answer->launch.threads_per_block % device->warp_size > 0);
	int64_t shared =
	        occupancy->shared_per_sm ? occupancy->shared_per_sm : device->shared_per_sm;

	putchar('\n');
	print_limit_row("limit", "per block", "per SM", "blocks", false);
	print_limit(occupancy, OCCUPANCY_LIMIT_WARPS, warps, occupancy->max_warps,
	            occupancy->limit_warps);
	print_limit(occupancy, OCCUPANCY_LIMIT_REGISTERS, occupancy->registers_allocated_per_block,
	            device->registers_per_sm, occupancy->limit_registers);
	print_limit(occupancy, OCCUPANCY_LIMIT_SHARED, occupancy->shared_allocated_per_block,
	            shared, occupancy->limit_shared);
	print_limit(occupancy, OCCUPANCY_LIMIT_BLOCKS, 1, device->max_blocks_per_sm,
	            occupancy->limit_blocks);
}

/*
 * What one character cell shows of a bar: eighths of a row with UTF-8, else a row from its half on.
 */
static const char *bar_cell(int warps, int max_warps, int row)
{
	static const char *const blocks[] = { " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	int eighths = warps * PLOT_ROWS * 8 / max_warps - row * 8;

	if (eighths < 0)
		eighths = 0;
	if (eighths > 8)
		eighths = 8;
	if (terminal_is_utf8())
		return blocks[eighths];
	return eighths >= 4 ? "#" : " ";
}

static void print_bars(const struct occupancy_point *points, int count, int width, int max_warps)
{
	bool utf8 = terminal_is_utf8();

	for (int row = PLOT_ROWS - 1; row >= 0; row--) {
		if (row == PLOT_ROWS - 1 || row == PLOT_ROWS / 2 - 1)
			printf("%4d %s", max_warps * (row + 1) / PLOT_ROWS, utf8 ? "┤" : "+");
		else
			printf("%4s %s", "", utf8 ? "│" : "|");
		for (int i = 0; i < count; i++) {
			if (points[i].current)
				fputs(color_begin(stdout, COLOR_NAME), stdout);
			for (int column = 0; column < width; column++)
				fputs(bar_cell(points[i].active_warps, max_warps, row), stdout);
			if (points[i].current)
				fputs(color_end(stdout), stdout);
		}
		putchar('\n');
	}
	printf("%4d %s", 0, utf8 ? "└" : "+");
	for (int i = 0; i < count * width; i++)
		fputs(utf8 ? "─" : "-", stdout);
	putchar('\n');
}

/* The mark under the current value with its text beside it, on the side where there is room. */
static void print_mark(const struct plot *plot, const struct occupancy_point *points, int count,
                       int width)
{
	const char *mark = terminal_is_utf8() ? "▲" : "^";

	for (int i = 0; i < count; i++) {
		const char *value;
		int column = PLOT_MARGIN + i * width;

		if (!points[i].current)
			continue;
		value = plot->format(FORMAT, points[i].value);
		if (i < count / 2)
			printf("%*s%s %s: %d warps\n", column, "", mark, value,
			       points[i].active_warps);
		else
			printf("%*s: %d warps %s\n", column - 10 - (points[i].active_warps > 9),
			       value, points[i].active_warps, mark);
	}
}

/* How many columns the terminal has for a plot. */
static int plot_columns(void)
{
	int width = terminal_width(stdout) - PLOT_MARGIN;

	return width <= -PLOT_MARGIN || width > PLOT_COLUMNS ? PLOT_COLUMNS
	       : width < PLOT_COLUMNS_MIN                    ? PLOT_COLUMNS_MIN
	                                                     : width;
}

/* Of a launch that cannot run, a plot over what does not make it so is empty. */
static bool has_any(const struct occupancy_point *points, int count)
{
	for (int i = 0; i < count; i++)
		if (points[i].active_warps > 0)
			return true;
	return false;
}

static void print_plot(const struct answer *answer, const struct plot *plot)
{
	struct occupancy_point points[PLOT_COLUMNS];
	const int columns = plot_columns();
	int count = occupancy_curve(&answer->device, &answer->launch, plot->axis, points, columns);
	int width, room;

	if (!has_any(points, count))
		return;
	width = columns / count;
	printf("\n%sWarps per SM by %s%s\n", color_begin(stdout, COLOR_HEADING), plot->heading,
	       color_end(stdout));
	print_bars(points, count, width, answer->occupancy.max_warps);
	room = count * width -
	       printf("%*s%s", PLOT_MARGIN, "", plot->format(FORMAT, points[0].value)) +
	       PLOT_MARGIN;
	printf("%*s\n", room, plot->format(FORMAT, points[count - 1].value));
	print_mark(plot, points, count, width);
}

static void print_text(const struct answer *answer)
{
	print_question(answer);
	print_result(answer);
	print_limits(answer);
	for (size_t i = 0; i < ARRAY_SIZE(plots); i++)
		print_plot(answer, &plots[i]);
}

/* ---- JSON: all its texts are constants of ours, without a character to escape ---- */

static void json_limit(const char *name, int limit)
{
	if (limit == INT_MAX)
		printf("\"%s\":null", name);
	else
		printf("\"%s\":%d", name, limit);
}

static void json_limiters(unsigned limiters)
{
	const char *separator = "";

	putchar('[');
	for (int i = 0; i < OCCUPANCY_LIMITERS; i++) {
		if (!(limiters & 1u << i))
			continue;
		printf("%s\"%s\"", separator, occupancy_limiter_name(1u << i));
		separator = ",";
	}
	putchar(']');
}

static void json_question(const struct answer *answer)
{
	const struct occupancy_device *device = &answer->device;

	printf("{\"device\":{\"name\":");
	if (answer->device_name)
		printf("\"%s\"", answer->device_name);
	else
		printf("null");
	printf(",\"compute_capability\":\"%d.%d\",\"is_inferred\":%s,\"multiprocessors\":",
	       device->cc_major, device->cc_minor, device->inferred ? "true" : "false");
	if (device->sm_count)
		printf("%d", device->sm_count);
	else
		printf("null");
	printf("},\n\"launch\":{\"threads_per_block\":%d,\"registers_per_thread\":%d,"
	       "\"shared_bytes_per_block\":%lld},\n",
	       answer->launch.threads_per_block, answer->launch.registers_per_thread,
	       (long long)option_shared);
}

/* The ratio is printed from integers: printf's decimal point depends on the locale. */
static void json_result(const struct occupancy *occupancy)
{
	int ratio =
	        occupancy->max_warps ? occupancy->active_warps * 10000 / occupancy->max_warps : 0;

	printf("\"refusal\":");
	if (occupancy->refusal == OCCUPANCY_RUNS)
		printf("null");
	else
		printf("\"%s\"", occupancy_refusal_text(occupancy->refusal));
	printf(",\n\"blocks_per_sm\":%d,\"warps_per_sm\":%d,\"max_warps_per_sm\":%d,"
	       "\"occupancy\":%d.%04d,\"limiters\":",
	       occupancy->blocks_per_sm, occupancy->active_warps, occupancy->max_warps,
	       ratio / 10000, ratio % 10000);
	json_limiters(occupancy->limiters);
	printf(",\n\"limits\":{");
	json_limit("warps", occupancy->limit_warps);
	putchar(',');
	json_limit("registers", occupancy->limit_registers);
	putchar(',');
	json_limit("shared_memory", occupancy->limit_shared);
	putchar(',');
	json_limit("blocks", occupancy->limit_blocks);
	printf("},\n\"registers_allocated_per_block\":%lld,\"shared_bytes_allocated_per_block\":"
	       "%lld,\"shared_bytes_per_sm\":%lld,\n",
	       (long long)occupancy->registers_allocated_per_block,
	       (long long)occupancy->shared_allocated_per_block,
	       (long long)occupancy->shared_per_sm);
}

static void json_curve(const struct answer *answer, const struct plot *plot)
{
	struct occupancy_point points[PLOT_COLUMNS];
	int count = occupancy_curve(&answer->device, &answer->launch, plot->axis, points,
	                            ARRAY_SIZE(points));

	printf("\"%s\":[", plot->name);
	for (int i = 0; i < count; i++) {
		printf("%s{\"value\":%lld,\"warps_per_sm\":%d,\"blocks_per_sm\":%d,\"limiters\":",
		       i ? ",\n" : "\n", (long long)points[i].value, points[i].active_warps,
		       points[i].blocks_per_sm);
		json_limiters(points[i].limiters);
		putchar('}');
	}
	putchar(']');
}

static void print_json(const struct answer *answer)
{
	json_question(answer);
	json_result(&answer->occupancy);
	printf("\"curves\":{");
	for (size_t i = 0; i < ARRAY_SIZE(plots); i++) {
		fputs(i ? ",\n" : "", stdout);
		json_curve(answer, &plots[i]);
	}
	puts("}}");
}

static void (*const printers[])(const struct answer *answer) = {
	[FORMAT_IS_TEXT] = print_text,
	[FORMAT_IS_JSON] = print_json,
};

/* ---- the verb ---- */

static int run(int argc, char **argv)
{
	struct answer answer = { 0 };
	int status;

	(void)argc;
	(void)argv;
	status = find_device(&answer);
	if (status == STATUS_OK)
		status = find_launch(&answer);
	if (status != STATUS_OK)
		return status;
	status = occupancy_compute(&answer.device, &answer.launch, &answer.occupancy);
	printers[option_format](&answer);
	return status ? STATUS_FAILED : STATUS_OK;
}

static const struct cmd_option options[] = {
	{ .name = "threads",
	  .letter = 't',
	  .argument = "N",
	  .help = "threads per block",
	  .number = &option_threads,
	  .minimum = 1,
	  .maximum = NUMBER_MAX },
	{ .name = "registers",
	  .letter = 'r',
	  .argument = "N",
	  .help = "registers per thread",
	  .number = &option_registers,
	  .minimum = 1,
	  .maximum = NUMBER_MAX },
	{ .name = "shared",
	  .letter = 's',
	  .argument = "BYTES",
	  .help = "shared memory per block, static and dynamic together; the kernel is taken to "
	          "have opted in to more than 48 KiB",
	  .initial = "0",
	  .number = &option_shared,
	  .minimum = 0,
	  .maximum = NUMBER_MAX },
	{ .name = "carveout",
	  .argument = "PERCENT",
	  .help = "preferred part of the SM's memory that is shared memory and not L1 cache",
	  .number = &option_carveout,
	  .minimum = 0,
	  .maximum = 100 },
	{ .name = "cc",
	  .argument = "MAJOR.MINOR",
	  .help = "compute capability",
	  .initial = "9.0",
	  .text = &option_cc },
	{ .name = "device",
	  .letter = 'd',
	  .argument = "NAME",
	  .help = "a GPU by its name, instead of --cc",
	  .kind = KIND_DEVICE,
	  .text = &option_device },
	{ .name = "format",
	  .argument = "FORMAT",
	  .help = "how to print",
	  .initial = "text",
	  .choices = formats,
	  .choice = &option_format },
	{ 0 },
};

const struct cmd cmd_occupancy = {
	.name = "occupancy",
	.summary = "compute how many warps of a launch fit on an SM",
	.arguments = "",
	.description =
	        "Computes how many blocks and warps of a kernel are resident on one SM at a time "
	        "(the theoretical occupancy), which limit decides that, and how it changes with "
	        "the block size, the registers and the shared memory. Needs no trace and no GPU.\n"
	        "\n"
	        "The registers of a kernel and its static shared memory are what 'nvcc -Xptxas -v' "
	        "or 'cuobjdump -res-usage' print. More occupancy is not always faster: it helps "
	        "where warps wait for memory.",
	.examples = "warpwise occupancy --threads 256 --registers 34\n"
	            "warpwise occupancy -t 512 -r 64 -s 49152 --device 'RTX 4090'\n"
	            "warpwise occupancy -t 256 -r 40 --cc 8.0 --format json",
	.exit_status = "0: at least one block fits. 1: the launch cannot run on this device, or "
	               "the output could not be written. 2: wrong usage.",
	.options = options,
	.max_arguments = 0,
	.run = run,
};
