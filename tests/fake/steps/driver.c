/* SPDX-License-Identifier: MIT */
/* The driver's functions, loaded by the first step that needs them, and contexts. */
#include "driver.h"

#include <dlfcn.h>
#include <stdio.h>

#include "step.h"

#define NAME_(symbol) #symbol
#define NAME(symbol)  NAME_(symbol) /* of the function that a macro of cuda.h stands for */

struct driver cuda;
CUfunction _Atomic cuda_function;
atomic_bool cuda_has_context;

static CUcontext context, first_context; /* the newest, the oldest */
static CUresult failed;

void cuda_note(CUresult result)
{
	if (result && !failed)
		failed = result;
}

static void step_init(const char *value)
{
	void *library;

	(void)value;
	if (!cuda.cuInit) {
		library = dlopen("libcuda.so.1", RTLD_NOW);
		if (!library) {
			printf("no libcuda: %s\n", dlerror());
			return;
		}
#define FIND(name) cuda.name = (__typeof__(name) *)dlsym(library, NAME(name));
		CUDA_FUNCTIONS(FIND)
#undef FIND
	}
	cuda_note(cuda.cuInit(0));
}

static void step_context(const char *value)
{
	CUfunction step;
	CUmodule module;

	step_init(value);
	if (!cuda.cuInit)
		return;
	cuda_note(cuda.cuCtxCreate(&context, NULL, 0, 0));
	cuda_note(cuda.cuModuleLoadData(&module, "image"));
	cuda_note(cuda.cuModuleGetFunction(&step, module, "_Z4stepPf"));
	cuda_function = step;
	if (!first_context)
		first_context = context;
	cuda_has_context = true;
}

/* Destroys the newest context. */
static void step_destroy(const char *value)
{
	(void)value;
	if (cuda_has_context)
		cuda_note(cuda.cuCtxDestroy(context));
	cuda_has_context = false;
}

static void step_destroy_first(const char *value)
{
	(void)value;
	if (first_context)
		cuda_note(cuda.cuCtxDestroy(first_context));
}

CUresult cuda_first_error(void)
{
	return failed;
}

const struct step context_steps[] = {
	{ "init", step_init },
	{ "context", step_context },
	{ "destroy", step_destroy },
	{ "destroy-first", step_destroy_first },
	{ .name = NULL },
};
