/* SPDX-License-Identifier: MIT */
/*
 * nvdisasm, the disassembler of the CUDA toolkit: where it is, and how it is run. Any thread.
 *
 * What it reads is untrusted, and it is another project's parser. So it gets one cubin, in memory,
 * no input else, no environment but PATH, may gain no rights and write no file, and has limits of
 * time, memory and output.
 */
#ifndef WARPWISE_CODE_NVDISASM_H
#define WARPWISE_CODE_NVDISASM_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

enum {
	NVDISASM_OUTPUT_MAX = 64 << 20, /* bytes of a listing */
	NVDISASM_MEMORY_MAX_MB = 4096,  /* of addresses */
};

/*
 * Where it is: WARPWISE_NVDISASM, if that is set; else on PATH, in CUDA_HOME/bin or CUDA_PATH/bin,
 * beside nvcc, in /usr/local/cuda/bin. Folders that are no whole paths are not looked into. ""
 * where there is none, or WARPWISE_NVDISASM is empty.
 */
void nvdisasm_find(char program[PATH_MAX]);

/* What is to be printed: the section of one symbol, or where that is 0 all of them. */
struct nvdisasm_code {
	const void *cubin;
	size_t size;
	uint32_t symbol;
};

/*
 * Has PROGRAM print CODE, until DEADLINE_NS of monotonic_ns(). Returns 0 and the text in *LISTING,
 * SIZE bytes, for the caller to free; -ENOMEM; -ETIMEDOUT; -EFBIG (too much output); -EIO (it
 * failed). It has ended then.
 */
int nvdisasm_run(const char *program, const struct nvdisasm_code *code, int64_t deadline_ns,
                 char **listing, size_t *size);

#endif
