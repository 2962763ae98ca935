/* SPDX-License-Identifier: MIT */
#include "kernel/kernel_library.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum place { AT_BEGIN, AT_END, ANYWHERE };

static const char nccl[] = "NCCL";

/* Parts that no program's own kernel has by chance. */
static const struct {
	const char *part, *library;
	enum place place;
} parts[] = {
	{ "_ZN5cudnn", "cuDNN", AT_BEGIN },      { "_cudnn", "cuDNN", AT_END },
	{ "__5x_cudnn", "cuDNN", ANYWHERE },     { "_ZN8cublasLt", "cuBLAS", AT_BEGIN },
	{ "_cublas", "cuBLAS", AT_END },         { "cublasGemvParams", "cuBLAS", ANYWHERE },
	{ "N2at6native", "PyTorch", ANYWHERE },  { "PyTorchMemEffAttention", "PyTorch", ANYWHERE },
	{ "_ZN3cub", "CUB", AT_BEGIN },          { "_ZN6thrust", "Thrust", AT_BEGIN },
	{ "ncclDevKernel_", nccl, ANYWHERE },    { "ncclKernel_", nccl, ANYWHERE },
	{ "ncclSymDevKernel_", nccl, ANYWHERE }, { "ncclSymkDevKernel_", nccl, ANYWHERE },
};

static bool has_part(const char *name, const char *part, enum place place)
{
	const size_t length = strlen(name), part_length = strlen(part);

	switch (place) {
	case AT_BEGIN:
		return strncmp(name, part, part_length) == 0;
	case AT_END:
		return length >= part_length && strcmp(name + length - part_length, part) == 0;
	case ANYWHERE:
		break;
	}
	return strstr(name, part) != NULL;
}

const char *kernel_library(const char *name)
{
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (has_part(name, parts[i].part, parts[i].place))
			return parts[i].library;
	return NULL;
}

bool kernel_communicates(const char *name)
{
	return kernel_library(name) == nccl;
}

bool *kernels_communicating(const struct trace *trace)
{
	bool *communicates = calloc(trace->functions_count + 1, sizeof *communicates);

	for (size_t i = 0; communicates && i < trace->functions_count; i++)
		communicates[i] = kernel_communicates(trace->functions[i].name);
	return communicates;
}
