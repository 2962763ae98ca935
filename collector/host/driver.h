/* SPDX-License-Identifier: MIT */
/*
 * What the CUDA driver itself is asked, through the libcuda that the program has loaded, after CUDA
 * was initialised. Any thread may ask. All that return int return 0, or -ENOSYS if the driver
 * cannot say.
 */
#ifndef WARPWISE_DRIVER_H
#define WARPWISE_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda.h>

/* Finds what the others call. Before them, in the thread that initialises CUDA. */
void driver_init(void);

/* The file of libcuda; NULL: unknown. */
const char *driver_path(void);

int driver_version(int *version); /* 1000 * major + 10 * minor */
/* Of libcudart, the same way; unknown where the program links it statically. */
int driver_runtime_version(int *version);

int driver_attribute(int ordinal, int attribute /* CUdevice_attribute */, int *value);
int driver_pci_bus_id(int ordinal, char *text, size_t bytes);

int driver_device_count(void); /* 0: unknown */
int driver_device_name(int ordinal, char *text, size_t bytes);
uint64_t driver_device_memory(int ordinal); /* bytes; 0: unknown */
int driver_device_uuid(int ordinal, CUuuid *uuid);

/* The context that the CUDA runtime uses, if it has been made; stays at least until it is released.
 * NULL: there is none. */
CUcontext driver_retain_primary(int ordinal);
void driver_release_primary(int ordinal);

/* What all processes know a GPU by, or a part of one (MIG): text without blanks. */
int driver_gpu_name(int ordinal, char *text, size_t bytes);

/* Of what the program launches on a device: a CUfunction, or the CUkernel that the runtime passes
 * in its place. */
int driver_function_attribute(int ordinal, CUfunction function, CUfunction_attribute attribute,
                              int *value);

/* Where argument NUMBER of it lies among all, and its size. */
int driver_argument(CUfunction function, size_t number, size_t *offset, size_t *bytes);

/* The module that it is in; NULL: the driver does not tell, as of a library's kernel. */
CUmodule driver_module(CUfunction function);

/* What is at ADDRESS, as far as CUDA knows it. */
enum driver_memory { MEMORY_OTHER, MEMORY_OF_HOST, MEMORY_MANAGED };
enum driver_memory driver_memory(uint64_t address);

/* Whether all that is in use of the memory of the current context's device fits into what is free
 * of it; true where the driver cannot say. */
bool driver_has_room_for_copy(void);

/* STREAM of the current context; 0 is the legacy default stream or, where IS_PER_THREAD, the
 * calling thread's. */
bool driver_is_capturing(CUstream stream, bool is_per_thread); /* or cannot be asked */

/*
 * For calls that are made often: the function NAME of the loaded libcuda into *FUNCTION, a pointer
 * to it; NULL and false: there is none. After driver_init(), in the same thread: it can wait for
 * the loader's lock, and so for threads that wait for the one that asks.
 */
bool driver_function(const char *name, void *function);

/*
 * Without waiting: 0 once all that STREAM, or what EVENT was recorded after, has run; -EBUSY before
 * that; -EIO after an error. driver_record_context() records after all that CONTEXT was given.
 */
int driver_stream_state(CUstream stream, bool is_per_thread);
int driver_event_new(CUevent *event); /* of the current context, which frees it */
int driver_record_context(CUcontext context, CUevent event);
int driver_event_state(CUevent event);

#endif
