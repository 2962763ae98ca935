/* SPDX-License-Identifier: MIT */
/* Looks for CUDA in the process. Runs in the first thread, before main(). */
#include "host/cuda_inside.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

enum { NAMES_MAX = 4096 }; /* of sections, bytes: with debug information they are some 500 */

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static int is_of_cuda(struct dl_phdr_info *library, size_t bytes, void *unused)
{
	static const char driver[] = "libcuda.so", runtime[] = "libcudart.so";
	const char *name = base_name(library->dlpi_name ? library->dlpi_name : "");

	(void)bytes, (void)unused;
	return strncmp(name, driver, sizeof driver - 1) == 0 ||
	       strncmp(name, runtime, sizeof runtime - 1) == 0;
}

/* The names of the sections of FILE, each with its 0. Returns how many bytes. */
static size_t read_names(char names[NAMES_MAX], int file)
{
	ElfW(Ehdr) head;
	ElfW(Shdr) section;
	ssize_t bytes;

	if (pread(file, &head, sizeof head, 0) != sizeof head || !head.e_shoff ||
	    head.e_shentsize != sizeof section ||
	    pread(file, &section, sizeof section,
	          (off_t)(head.e_shoff + (ElfW(Off))head.e_shstrndx * sizeof section)) !=
	            sizeof section)
		return 0;
	bytes = pread(file, names, section.sh_size < NAMES_MAX ? section.sh_size : NAMES_MAX,
	              (off_t)section.sh_offset);
	return bytes > 0 ? (size_t)bytes : 0;
}

/* nvcc puts the code for GPUs into a section of its own, which stays when symbols are stripped. */
static bool has_gpu_code(void)
{
	static const char section[] = ".nv_fatbin"; /* with its 0 */
	const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	char names[NAMES_MAX];
	size_t bytes;

	if (file < 0)
		return false;
	bytes = read_names(names, file);
	close(file);
	return memmem(names, bytes, section, sizeof section) != NULL;
}

/* The loader's list may be walked here, unlike later (loaded.h): constructors are called with all
 * libraries relocated, and nobody else loads any meanwhile. */
bool cuda_is_inside(void)
{
	return has_gpu_code() || dl_iterate_phdr(is_of_cuda, NULL);
}
