/* SPDX-License-Identifier: MIT */
/*
 * What the CUDA driver itself is asked, through the libcuda that the program has loaded. Runs on
 * the writer thread, after CUDA was initialised. All return 0, or -ENOSYS if the driver cannot say.
 */
#ifndef WARPWISE_DRIVER_H
#define WARPWISE_DRIVER_H

#include <stddef.h>

int driver_version(int *version); /* 1000 * major + 10 * minor */
/* Of libcudart, the same way; unknown where the program links it statically. */
int driver_runtime_version(int *version);

int driver_attribute(int ordinal, int attribute /* CUdevice_attribute */, int *value);
int driver_pci_bus_id(int ordinal, char *text, size_t bytes);

#endif
