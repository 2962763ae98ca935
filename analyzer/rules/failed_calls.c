/* SPDX-License-Identifier: MIT */
/* Rule failed-calls: CUDA calls that returned an error. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/format.h"
#include "rules/shared/library_calls.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "trace/call_class.h"

/*
 * Errors by number, with the names of the runtime (cudaError_t) and of the driver (CUresult); CUDA
 * 13.0. A number has one meaning, except that the two disagree on 35, 36 and 98: driver NULL there.
 */
static const struct error_name {
	int result;
	const char *runtime, *driver;
} names[] = {
	{ 1, "cudaErrorInvalidValue", "CUDA_ERROR_INVALID_VALUE" },
	{ 2, "cudaErrorMemoryAllocation", "CUDA_ERROR_OUT_OF_MEMORY" },
	{ 3, "cudaErrorInitializationError", "CUDA_ERROR_NOT_INITIALIZED" },
	{ 4, "cudaErrorCudartUnloading", "CUDA_ERROR_DEINITIALIZED" },
	{ 9, "cudaErrorInvalidConfiguration", NULL },
	{ 12, "cudaErrorInvalidPitchValue", NULL },
	{ 13, "cudaErrorInvalidSymbol", NULL },
	{ 17, "cudaErrorInvalidDevicePointer", NULL },
	{ 21, "cudaErrorInvalidMemcpyDirection", NULL },
	{ 35, "cudaErrorInsufficientDriver", NULL },
	{ 46, "cudaErrorDevicesUnavailable", "CUDA_ERROR_DEVICE_UNAVAILABLE" },
	{ 52, "cudaErrorMissingConfiguration", NULL },
	{ 98, "cudaErrorInvalidDeviceFunction", NULL },
	{ 100, "cudaErrorNoDevice", "CUDA_ERROR_NO_DEVICE" },
	{ 101, "cudaErrorInvalidDevice", "CUDA_ERROR_INVALID_DEVICE" },
	{ 200, "cudaErrorInvalidKernelImage", "CUDA_ERROR_INVALID_IMAGE" },
	{ 201, "cudaErrorDeviceUninitialized", "CUDA_ERROR_INVALID_CONTEXT" },
	{ 205, "cudaErrorMapBufferObjectFailed", "CUDA_ERROR_MAP_FAILED" },
	{ 209, "cudaErrorNoKernelImageForDevice", "CUDA_ERROR_NO_BINARY_FOR_GPU" },
	{ 214, "cudaErrorECCUncorrectable", "CUDA_ERROR_ECC_UNCORRECTABLE" },
	{ 217, "cudaErrorPeerAccessUnsupported", "CUDA_ERROR_PEER_ACCESS_UNSUPPORTED" },
	{ 218, "cudaErrorInvalidPtx", "CUDA_ERROR_INVALID_PTX" },
	{ 220, "cudaErrorNvlinkUncorrectable", "CUDA_ERROR_NVLINK_UNCORRECTABLE" },
	{ 222, "cudaErrorUnsupportedPtxVersion", "CUDA_ERROR_UNSUPPORTED_PTX_VERSION" },
	{ 300, "cudaErrorInvalidSource", "CUDA_ERROR_INVALID_SOURCE" },
	{ 301, "cudaErrorFileNotFound", "CUDA_ERROR_FILE_NOT_FOUND" },
	{ 302, "cudaErrorSharedObjectSymbolNotFound", "CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND" },
	{ 304, "cudaErrorOperatingSystem", "CUDA_ERROR_OPERATING_SYSTEM" },
	{ 400, "cudaErrorInvalidResourceHandle", "CUDA_ERROR_INVALID_HANDLE" },
	{ 401, "cudaErrorIllegalState", "CUDA_ERROR_ILLEGAL_STATE" },
	{ 500, "cudaErrorSymbolNotFound", "CUDA_ERROR_NOT_FOUND" },
	{ 700, "cudaErrorIllegalAddress", "CUDA_ERROR_ILLEGAL_ADDRESS" },
	{ 701, "cudaErrorLaunchOutOfResources", "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES" },
	{ 702, "cudaErrorLaunchTimeout", "CUDA_ERROR_LAUNCH_TIMEOUT" },
	{ 704, "cudaErrorPeerAccessAlreadyEnabled", "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED" },
	{ 705, "cudaErrorPeerAccessNotEnabled", "CUDA_ERROR_PEER_ACCESS_NOT_ENABLED" },
	{ 708, "cudaErrorSetOnActiveProcess", "CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE" },
	{ 709, "cudaErrorContextIsDestroyed", "CUDA_ERROR_CONTEXT_IS_DESTROYED" },
	{ 710, "cudaErrorAssert", "CUDA_ERROR_ASSERT" },
	{ 711, "cudaErrorTooManyPeers", "CUDA_ERROR_TOO_MANY_PEERS" },
	{ 712, "cudaErrorHostMemoryAlreadyRegistered",
	  "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED" },
	{ 713, "cudaErrorHostMemoryNotRegistered", "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED" },
	{ 714, "cudaErrorHardwareStackError", "CUDA_ERROR_HARDWARE_STACK_ERROR" },
	{ 715, "cudaErrorIllegalInstruction", "CUDA_ERROR_ILLEGAL_INSTRUCTION" },
	{ 716, "cudaErrorMisalignedAddress", "CUDA_ERROR_MISALIGNED_ADDRESS" },
	{ 717, "cudaErrorInvalidAddressSpace", "CUDA_ERROR_INVALID_ADDRESS_SPACE" },
	{ 718, "cudaErrorInvalidPc", "CUDA_ERROR_INVALID_PC" },
	{ 719, "cudaErrorLaunchFailure", "CUDA_ERROR_LAUNCH_FAILED" },
	{ 720, "cudaErrorCooperativeLaunchTooLarge", "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE" },
	{ 800, "cudaErrorNotPermitted", "CUDA_ERROR_NOT_PERMITTED" },
	{ 801, "cudaErrorNotSupported", "CUDA_ERROR_NOT_SUPPORTED" },
	{ 802, "cudaErrorSystemNotReady", "CUDA_ERROR_SYSTEM_NOT_READY" },
	{ 803, "cudaErrorSystemDriverMismatch", "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH" },
	{ 900, "cudaErrorStreamCaptureUnsupported", "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED" },
	{ 901, "cudaErrorStreamCaptureInvalidated", "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED" },
	{ 906, "cudaErrorStreamCaptureImplicit", "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT" },
	{ 909, "cudaErrorTimeout", "CUDA_ERROR_TIMEOUT" },
	{ 910, "cudaErrorGraphExecUpdateFailure", "CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE" },
	{ 999, "cudaErrorUnknown", "CUDA_ERROR_UNKNOWN" },
};

enum { OUT_OF_MEMORY = 2 };
enum { NOT_READY = 600 }; /* the answer of a query, not a failure */

/* What programs ask for to see whether it is there: a failure is an answer. */
static const int probes[] = { 500, 704, 712, 801 };

/* Errors after which every later call in the context fails as well. */
static const int sticky[] = { 214, 700, 702, 710, 714, 715, 716, 717, 718, 719 };

static const struct {
	int result;
	const char *advice;
} advices[] = {
	{ 1, "Check the arguments of the call: a null pointer, or a size, grid or block that is "
	     "out of range." },
	{ 2, "The device had no memory left: allocate less, or free what is no longer needed." },
	{ 9, "Check the launch: threads per block (1024 at most), grid, shared memory." },
	{ 98, "The kernel is not in the program for this GPU: build for its compute capability "
	      "(nvcc -arch)." },
	{ 209,
	  "The program has no code for this GPU: build for its compute capability (nvcc -arch)." },
	{ 700,
	  "A kernel wrote or read outside of its memory: run compute-sanitizer to see where." },
	{ 701, "The launch asked for more registers or shared memory than the device has: fewer "
	       "threads per "
	       "block, __launch_bounds__(), or cudaFuncAttributeMaxDynamicSharedMemorySize for "
	       "more than "
	       "48 KiB of shared memory." },
	{ 716, "A kernel used an address that is not a multiple of its type's size: run "
	       "compute-sanitizer." },
	{ 719, "A kernel crashed: run compute-sanitizer to see where." },
};

struct failure {
	int32_t result;
	uint16_t name;
	uint32_t call;
};

static bool is_one_of(const int *results, size_t count, int result)
{
	for (size_t i = 0; i < count; i++)
		if (results[i] == result)
			return true;
	return false;
}

static int compare_failures(const void *a, const void *b)
{
	const struct failure *left = a, *right = b;

	if (left->name != right->name)
		return left->name < right->name ? -1 : 1;
	if (left->result != right->result)
		return left->result < right->result ? -1 : 1;
	return left->call < right->call ? -1 : left->call > right->call;
}

static const char *name_result(char text[NAME_MAX_BYTES], int result, bool is_driver)
{
	const char *name = NULL;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].result == result)
			name = is_driver ? names[i].driver : names[i].runtime;
	if (name)
		snprintf(text, NAME_MAX_BYTES, "%s", name);
	else
		snprintf(text, NAME_MAX_BYTES, "error %d", result);
	return text;
}

static const char *advice_on(int result)
{
	for (size_t i = 0; i < sizeof advices / sizeof *advices; i++)
		if (advices[i].result == result)
			return advices[i].advice;
	return "Look the error up in the reference of the call.";
}

/* What a program may not try for what it is told: that it failed is no answer, as it is of an
 * allocation. */
static const bool is_work[CALL_CLASSES] = {
	[CALL_LAUNCH] = true, [CALL_GRAPH_LAUNCH] = true, [CALL_COPY] = true,
	[CALL_FILL] = true,   [CALL_SYNCHRONIZE] = true,
};

static void report(struct check *check, const struct failure *failures, size_t count)
{
	const struct trace *trace = check->trace;
	const struct failure *first = failures;
	bool is_driver = trace->call_names[first->name].is_driver;
	bool is_probe = is_one_of(probes, sizeof probes / sizeof *probes, first->result);
	char call[NAME_MAX_BYTES], error[NAME_MAX_BYTES], subject[2 * NAME_MAX_BYTES + 4];
	const char *range = name_range(trace, trace->calls.thread[first->call],
	                               trace->calls.start_ns[first->call]);
	struct finding *f;
	double cost_ns = 0;

	name_call(call, trace, first->call);
	name_result(error, first->result, is_driver);
	snprintf(subject, sizeof subject, "%s: %s", call, error);
	f = finding_add(check, subject);
	for (size_t i = 0; i < count; i++)
		cost_ns += (double)call_length_ns(trace, failures[i].call);
	f->cost_ns = cost_ns < (double)TRACE_TIME_MAX_NS ? (int64_t)cost_ns : TRACE_TIME_MAX_NS;
	f->occurrences = (int64_t)count;
	if (is_probe)
		f->severity = FINDING_NOTE;
	f->is_wrong = !is_probe && is_work[call_class(trace, first->call)];
	finding_headline(f, "%s failed %s with %s (%d)", call,
	                 name_count(NAME, (int64_t)count, "time", "times"), error, first->result);
	finding_advice(
	        f, "%s %s", advice_on(first->result),
	        is_probe ? "Programs ask like this to see what is available: it may be intended."
	                 : "Check the result of every CUDA call, and of every launch with "
	                   "cudaGetLastError(): what a failed call should have done was not done, "
	                   "and "
	                   "results may be wrong.");
	finding_fact(f, "first", "at %s%s%s",
	             format_duration(FORMAT, trace->calls.start_ns[first->call] - trace->first_ns),
	             range ? ", in range " : "", range ? range : "");
	if (is_one_of(sticky, sizeof sticky / sizeof *sticky, first->result))
		finding_fact(f, "sticky",
		             "after this error all later calls of the context fail as well");
	finding_not_predicted(f, "a failed call is not slow, it is wrong");
}

static bool is_error(const struct trace *trace, size_t call)
{
	return trace->calls.result[call] != 0 && trace->calls.result[call] != NOT_READY;
}

/*
 * Sets IS_FAILURE, by call. Not of who asked for memory that was not there, and got it with the
 * next call of that name that allocates, before the thread issued any work: an allocator that looks
 * at the answer and makes room, as those of frameworks do. NEXT: by thread, room for the name of
 * its next call that gets memory.
 */
static size_t find_failures(bool *is_failure, uint32_t *next, const struct trace *trace)
{
	const struct trace_calls *calls = &trace->calls;
	size_t count = 0;

	for (size_t t = 0; t < trace->threads_count; t++)
		next[t] = NONE;
	for (size_t c = calls->count; c-- > 0;) {
		const enum call_class class = call_class(trace, (uint32_t)c);
		uint32_t *got = &next[calls->thread[c]];
		const bool is_allocation = class == CALL_ALLOCATE;
		const bool is_answered = is_allocation && calls->result[c] == OUT_OF_MEMORY &&
		                         *got == calls->name[c];

		is_failure[c] = is_error(trace, c) && !is_answered;
		count += is_failure[c];
		if (is_allocation)
			*got = is_failure[c] ? NONE : calls->name[c];
		else if (is_work[class] && class != CALL_SYNCHRONIZE)
			*got = NONE;
	}
	return count;
}

/* Whether a library of CUDA's or of others made all of COUNT FAILURES, as far as stacks tell, and
 * asked for no work with them: it has looked at the answers and gone on. */
static bool are_of_library(struct check *check, const struct failure *failures, size_t count)
{
	const struct trace *trace = check->trace;
	bool *is_of = NULL;
	struct library_calls found = { 0 };

	if (!check->host || is_work[call_class(trace, failures->call)])
		return false;
	is_of = calloc(trace->calls.count + 1, sizeof *is_of);
	for (size_t i = 0; i < count && is_of; i++)
		is_of[failures[i].call] = true;
	check_failed(check, is_of ? library_calls_count(&found, check, is_of) : -ENOMEM);
	free(is_of);
	return found.known > 0 && found.count == found.known;
}

/* COUNT of them, by call and error. */
static void report_all(struct check *check, const bool *is_failure, size_t count)
{
	const struct trace *trace = check->trace;
	struct failure *failures = malloc((count + 1) * sizeof *failures);
	size_t at = 0;

	if (!failures) {
		check_failed(check, -ENOMEM);
		return;
	}
	for (size_t c = 0; c < trace->calls.count; c++)
		if (is_failure[c])
			failures[at++] = (struct failure){ trace->calls.result[c],
				                           trace->calls.name[c], (uint32_t)c };
	if (count)
		qsort(failures, count, sizeof *failures, compare_failures);
	for (size_t i = 0, end; i < count; i = end) {
		for (end = i + 1; end < count && failures[end].name == failures[i].name &&
		                  failures[end].result == failures[i].result;)
			end++;
		if (!are_of_library(check, &failures[i], end - i))
			report(check, &failures[i], end - i);
	}
	free(failures);
}

static void check_failed_calls(struct check *check)
{
	const struct trace *trace = check->trace;
	bool *is_failure = NULL;
	uint32_t *next = NULL;

	if (trace->operations.count && !trace->calls.count) {
		check_abstain(check, "the trace has no API calls (recorded with --api 0)");
		return;
	}
	is_failure = calloc(trace->calls.count + 1, sizeof *is_failure);
	next = calloc(trace->threads_count + 1, sizeof *next);
	if (!is_failure || !next)
		check_failed(check, -ENOMEM);
	else
		report_all(check, is_failure, find_failures(is_failure, next, trace));
	free(is_failure);
	free(next);
}

const struct rule rule_failed_calls = {
	.id = "failed-calls",
	.severity = FINDING_ERROR,
	.check = check_failed_calls,
};
