/* SPDX-License-Identifier: MIT */
/* Knows code that prepares other work. */
#include "code/host_setup.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* Files and functions in which a thread stands while they do it. */
static const struct {
	struct host_setup setup;
	const char *file, *function;
} places[] = {
	{ { SETUP_COMPILING, "JAX" }, "*/jax/_src/compiler.py", "*" },
	/* Launches what was compiled. */
	{ { SETUP_NONE, NULL }, "*/triton/compiler/compiler.py", "CompiledKernel.*" },
	{ { SETUP_NONE, NULL }, "*/triton/compiler/compiler.py", "runner" },
	{ { SETUP_COMPILING, "Triton" }, "*/triton/compiler/*.py", "*" },
	{ { SETUP_COMPILING, "Triton" }, "*/triton/runtime/build.py", "*" }, /* launchers, in C */
	{ { SETUP_COMPILING, "Triton" }, "*/triton/runtime/cache.py", "triton_key" },
	/* Replays what was compiled and captured. */
	{ { SETUP_NONE, NULL }, "*/torch/_inductor/compile_fx.py", "cudagraphify*.<locals>.*" },
	{ { SETUP_COMPILING, "torch.compile" }, "*/torch/_inductor/compile_fx.py", "*" },
	{ { SETUP_COMPILING, "torch.compile" }, "*/torch/_dynamo/convert_frame.py", "*" },
	{ { SETUP_COMPILING, "CuPy" }, "*/cupy/cuda/compiler.py", "*" },
	{ { SETUP_COMPILING, "Numba" }, "*/numba/core/compiler.py", "*" },
	{ { SETUP_TUNING, "Triton's autotuner" }, "*/triton/runtime/autotuner.py", "*bench*" },
	{ { SETUP_TUNING, "torch.compile's autotuner" },
	  "*/torch/_inductor/runtime/triton_heuristics.py",
	  "*bench*" },
	{ { SETUP_STARTING, "DataLoader" },
	  "*/torch/utils/data/dataloader.py",
	  "_MultiProcessingDataLoaderIter.__init__" },
	{ { SETUP_STARTING, "DataLoader" },
	  "*/torch/utils/data/dataloader.py",
	  "_MultiProcessingDataLoaderIter._shutdown_workers" },
	{ { SETUP_STARTING, "multiprocessing" }, "*/multiprocessing/popen_*.py", "*_launch" },
	{ { SETUP_STARTING, "subprocess" }, "*/subprocess.py", "Popen._execute_child" },
	{ { SETUP_LOADING, "DataLoader" }, "*/torch/utils/data/_utils/fetch.py", "*" },
	{ { SETUP_AWAITING, "DataLoader" },
	  "*/torch/utils/data/dataloader.py",
	  "_MultiProcessingDataLoaderIter.*" },
	{ { SETUP_RECEIVING, "DataLoader" }, "*/torch/multiprocessing/reductions.py", "rebuild_*" },
	{ { SETUP_SAVING, "torch.save()" }, "*/torch/serialization.py", "*save" },
	{ { SETUP_SAVING, "torchvision" }, "*/torchvision/utils.py", "save_image" },
	{ { SETUP_SAVING, "Pillow" }, "*/PIL/Image.py", "Image.save" },
	{ { SETUP_SAVING, "NumPy" }, "*/numpy/lib/*npyio*.py", "*save*" },
	{ { SETUP_SAVING, "Matplotlib" }, "*/matplotlib/figure.py", "*savefig" },
	{ { SETUP_MEASURING, "Triton's do_bench()" }, "*/triton/testing.py", "do_bench*" },
	{ { SETUP_MEASURING, "torch.utils.benchmark" },
	  "*/torch/utils/benchmark/utils/timer.py",
	  "Timer.*" },
	{ { SETUP_MEASURING, "cupyx.profiler" }, "*/cupyx/profiler/_time.py", "*" },
	{ { SETUP_TRAINING, "PyTorch" }, "*/torch/autograd/graph.py", "_engine_run_backward" },
	{ { SETUP_TRAINING, "PyTorch" }, "*/torch/optim/*.py", "*" },
	{ { SETUP_ITERATING, "PyTorch" }, "*/torch/_tensor.py", "Tensor.__iter__" },
};

struct host_setup host_setup_of_frame(const struct trace *trace, uint32_t frame)
{
	const struct trace_host_frame *at = &trace->host_frames[frame];

	/* Who imports a compiler does not compile. */
	if (!*at->function || strcmp(at->function, "<module>") == 0)
		return (struct host_setup){ .kind = SETUP_NONE };
	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (text_matches(places[i].file, at->file) &&
		    text_matches(places[i].function, at->function))
			return places[i].setup;
	return (struct host_setup){ .kind = SETUP_NONE };
}

bool host_setup_has_workers(const struct trace *trace)
{
	for (uint32_t i = 0; i < trace->host_frames_count; i++) {
		const struct host_setup setup = host_setup_of_frame(trace, i);

		if (setup.kind == SETUP_AWAITING ||
		    (setup.kind == SETUP_STARTING && strcmp(setup.tool, "DataLoader") == 0))
			return true;
	}
	return false;
}

/* Whether what a thread does for a caller that does OUTER is that, and not INNER. */
static bool is_outer(enum host_setup_kind outer, enum host_setup_kind inner)
{
	return outer != SETUP_NONE && !(outer == SETUP_AWAITING && inner == SETUP_RECEIVING) &&
	       (outer < SETUP_KINDS || inner == SETUP_NONE || inner >= SETUP_KINDS);
}

struct host_setup *host_setup_of_stacks(const struct trace *trace)
{
	struct host_setup *frames = calloc(trace->host_frames_count + 1, sizeof *frames);
	struct host_setup *stacks = calloc(trace->host_stacks_count + 1, sizeof *stacks);

	for (uint32_t i = 0; frames && i < trace->host_frames_count; i++)
		frames[i] = host_setup_of_frame(trace, i);
	for (uint32_t i = 0; frames && stacks && i < trace->host_stacks_count; i++) {
		const struct trace_host_stack *stack = &trace->host_stacks[i];

		/* Who calls comes before who is called. */
		stacks[i] = frames[stack->frame];
		if (stack->parent != NONE && is_outer(stacks[stack->parent].kind, stacks[i].kind))
			stacks[i] = stacks[stack->parent];
	}
	if (!frames) {
		free(stacks);
		stacks = NULL;
	}
	free(frames);
	return stacks;
}
