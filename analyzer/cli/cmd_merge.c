/* SPDX-License-Identifier: MIT */
/* warpwise merge: joins what counters measured in other runs of a program into its trace. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/input.h"
#include "record/merge.h"
#include "record/merged.h"
#include "base/terminal.h"

static const char *output;
static bool is_forced, may_replace, is_quiet;

static const struct cmd_option options[] = {
	{ .name = "output",
	  .letter = 'o',
	  .argument = "FILE",
	  .text = &output,
	  .kind = KIND_FILE,
	  .help = "The trace to write. It appears when it is complete" },
	{ .name = "replace",
	  .flag = &may_replace,
	  .help = "Write it also where there is such a file, which may be TIMELINE itself" },
	{ .name = "force",
	  .flag = &is_forced,
	  .help = "Join traces of different programs, GPUs or sampling periods, too, and a run "
	          "that "
	          "is there already" },
	{ .name = "quiet", .letter = 'q', .flag = &is_quiet, .help = "Print only what went wrong" },
	{ 0 },
};

static volatile sig_atomic_t signal_number;

static void remember(int number)
{
	signal_number = number;
}

static bool is_interrupted(void)
{
	return signal_number != 0;
}

/* So that nothing half made is left behind. */
static void catch_signals(void)
{
	static const int numbers[] = { SIGHUP, SIGINT, SIGTERM };
	const struct sigaction action = { .sa_handler = remember };
	struct sigaction before;

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
			sigaction(numbers[i], &action, NULL);
}

/* Nothing is wrong with a trace that was being read when the user had enough. */
static int cannot_use(const char *path, const char *reason)
{
	if (!is_interrupted())
		return cmd_unusable(path, reason);
	cmd_error("interrupted: nothing was written");
	return STATUS_FAILED;
}

static int cannot_write(const char *reason)
{
	cmd_error("cannot write trace: path=\"%s\": %s", output, reason);
	return STATUS_FAILED;
}

/* COUNTS: one row for each argument. */
static int join(struct merge *merge, int argc, char **argv, int64_t (*counts)[MERGED])
{
	char error[TRACE_ERROR_MAX];
	bool is_output;
	int err = merge_begin(merge, argv[0], output, is_forced, &is_output, error);

	if (err)
		return is_output ? cannot_write(error) : cannot_use(argv[0], error);
	for (int i = 1; i < argc; i++) {
		err = merge_add(merge, argv[i], counts[i], error);
		if (err == -EIO)
			return cannot_write(error);
		if (err)
			return cannot_use(argv[i], error);
	}
	for (int i = 0; i < argc; i++)
		input_check_log(argv[i]);
	err = merge_end(merge, may_replace, error);
	if (err)
		return cannot_write(error);
	for (int i = 1; i < argc && !is_quiet; i++)
		merged_print(stderr, argv[i], counts[i]);
	return STATUS_OK;
}

static int run(int argc, char **argv)
{
	struct merge merge = { .is_cancelled = is_interrupted };
	int64_t(*counts)[MERGED];
	int status;

	if (!output)
		return cmd_usage_error("--output is missing");
	if (!may_replace && access(output, F_OK) == 0)
		return cannot_write("exists already (--replace writes it anew)");
	counts = calloc((size_t)argc, sizeof *counts);
	if (!counts) {
		cmd_error("out of memory");
		return STATUS_FAILED;
	}
	catch_signals();
	status = join(&merge, argc, argv, counts);
	merge_release(&merge);
	free(counts);
	if (signal_number) {
		signal(signal_number, SIG_DFL);
		raise(signal_number);
	}
	return status;
}

const struct cmd cmd_merge = {
	.name = "merge",
	.summary = "join what counters measured in several runs into one trace",
	.arguments = "TIMELINE TRACE...",
	.description =
	        "Writes a copy of TIMELINE to which is added what the counters measured in each "
	        "TRACE, another run of the same program: samples of warps, and counters of "
	        "launches "
	        "and instructions. The samples of warps, the range profiler and the sampling of "
	        "the "
	        "whole GPU exclude each other in one run; 'warpwise record' with several of them "
	        "runs "
	        "the program once for each and joins the traces by itself. This verb is for "
	        "programs "
	        "that are run once for each by other means.\n"
	        "\n"
	        "What has a time stays that of TIMELINE: two timelines are never mixed, and the "
	        "counters over time of TRACE (--gpu-metrics) are left out: name the run that has "
	        "them "
	        "first. Functions find each other by name, launches by function, grid, block and "
	        "dynamic shared memory, contexts by their order on a GPU. Samples of the same "
	        "instruction add up. What TIMELINE does not have is added and counted.\n"
	        "\n"
	        "Traces of different programs (by command line) or GPUs are refused, and so are "
	        "samples "
	        "of warps that were taken at different periods.",
	.examples = "warpwise record --stalls -o stalls.db ./app\n"
	            "warpwise record --metrics -o metrics.db ./app\n"
	            "warpwise merge stalls.db metrics.db -o app.db",
	.exit_status =
	        "0: the trace was written. 1: it could not be written. 2: wrong usage. 3: a trace "
	        "cannot be used, or does not belong to TIMELINE; nothing was written.",
	.options = options,
	.min_arguments = 2,
	.max_arguments = -1,
	.argument_kind = KIND_TRACE,
	.run = run,
};
