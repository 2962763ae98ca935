/* SPDX-License-Identifier: MIT */
/*
 * A trace in memory, as columns: what every verb, the constraint graph and the rules read. Loaded
 * once, then constant. All indices are positions in the arrays of this struct (not ids of the
 * file), NONE where the trace has nothing. All times are ns since the trace's start, may be
 * negative, and end >= start.
 *
 * The trace is untrusted: trace_load() checks every reference, time and size, so that readers of
 * this struct need not. Rows that make no sense are left out and counted in trace.diagnostics (code
 * "bad-row"). Codes that are newer than this warpwise are 0, unknown. Texts are as in the file,
 * control characters included.
 */
#ifndef WARPWISE_TRACE_H
#define WARPWISE_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "trace/segments.h"
#include "trace_file.h"

#define NONE UINT32_MAX

/*
 * Times lie within +- this (36 years), sizes below the other, so that the difference of any two
 * times and the sum of any four durations or sizes fit into int64_t. Longer sums need care:
 * statistics.h. Numbers of samples are below the third; their sums need care, too.
 */
#define TRACE_TIME_MAX_NS    (INT64_C(1) << 60)
#define TRACE_SIZE_MAX_BYTES (INT64_C(1) << 60)
#define TRACE_SAMPLES_MAX    (INT64_C(1) << 48)

enum operation_type { OPERATION_KERNEL, OPERATION_COPY, OPERATION_FILL, OPERATION_TYPES };

enum operation_flag {
	OPERATION_ASYNC = 1, /* copies and fills: issued by an asynchronous call; kernels always */
	OPERATION_GRAPH =
	        2, /* node of a graph launch: shares its call with the launch's other nodes */
	OPERATION_SCALED = 4, /* of a launch recorded as one operation: graph_launches.c */
};

enum stream_type { STREAM_UNKNOWN, STREAM_BLOCKING, STREAM_NON_BLOCKING, STREAM_NULL };

enum memory_kind {
	MEMORY_UNKNOWN,
	MEMORY_PAGEABLE,
	MEMORY_PINNED,
	MEMORY_DEVICE,
	MEMORY_ARRAY,
	MEMORY_MANAGED,
	MEMORY_DEVICE_STATIC,
	MEMORY_MANAGED_STATIC,
	MEMORY_KINDS
};

enum copy_kind {
	COPY_UNKNOWN,
	COPY_HTOD,
	COPY_DTOH,
	COPY_HTOA,
	COPY_ATOH,
	COPY_ATOA,
	COPY_ATOD,
	COPY_DTOA,
	COPY_DTOD,
	COPY_HTOH,
	COPY_PTOP,
	COPY_KINDS
};

enum synchronization_type {
	SYNC_UNKNOWN,
	SYNC_EVENT,
	SYNC_STREAM_WAIT_EVENT,
	SYNC_STREAM,
	SYNC_CONTEXT
};

/* What the analysis needs to know of a call, decided once per name when the trace is loaded. */
enum call_class {
	CALL_OTHER,
	CALL_LAUNCH, /* cudaLaunchKernel*, cuLaunchKernel*, cooperative launches */
	CALL_GRAPH_LAUNCH,
	CALL_COPY,
	CALL_FILL,
	CALL_ALLOCATE, /* cudaMalloc*, cudaHostAlloc, cuMemAlloc*, pools */
	CALL_FREE,
	CALL_SYNCHRONIZE, /* device, context, stream, event synchronisation */
	CALL_QUERY,       /* cudaStreamQuery, cudaEventQuery */
	CALL_EVENT_RECORD,
	CALL_WAIT_EVENT, /* cudaStreamWaitEvent */
	CALL_STREAM,     /* create, destroy */
	CALL_EVENT,      /* create, destroy */
	CALL_LOAD,       /* modules, libraries, functions */
	CALL_HOST_CALLBACK,
	CALL_GRAPH,    /* capture, instantiate, update */
	CALL_TEARDOWN, /* cudaDeviceReset, cuCtxDestroy: waits for the device, then ends CUDA */
	CALL_CLASSES,
};

struct trace_device {
	int64_t id; /* CUDA ordinal */
	const char *name, *uuid;
	int cc_major, cc_minor;
	int multiprocessors;
	int64_t core_clock_khz, memory_clock_khz, memory_bandwidth_bytes_per_s, memory_bytes,
	        l2_cache_bytes;
	int copy_engines;
	int max_threads_per_multiprocessor, max_warps_per_multiprocessor,
	        max_blocks_per_multiprocessor;
	int max_registers_per_multiprocessor, max_threads_per_block, max_registers_per_block;
	int64_t max_shared_bytes_per_multiprocessor, max_shared_bytes_per_block,
	        max_shared_bytes_per_block_optin, reserved_shared_bytes_per_block;
	bool is_mig;
};

/* NVLink from a device to another, where one can reach the other's memory. */
struct trace_device_link {
	uint32_t source, target;
	int64_t bytes_per_s; /* in this direction */
};

struct trace_context {
	int64_t id;
	uint32_t device;
	int64_t null_stream_id; /* cuda_stream_id of its legacy default stream; -1: unknown */
	int multiprocessors;    /* SMs it may use: fewer than its device's in a green context */
};

struct trace_stream {
	int64_t id;             /* stream.id of the file */
	int64_t cuda_stream_id; /* what people see in other tools */
	uint32_t context, device;
	enum stream_type type;
	int priority; /* lower is more urgent; 0 where unknown */
};

struct trace_thread {
	int64_t system_thread_id;
	const char *name; /* "" where unknown */
};

struct trace_function {
	const char *name;        /* mangled */
	bool is_launched_before; /* or may be: before what the trace tells of */
};

struct trace_launch_shape {
	uint32_t function;
	int32_t grid[3], block[3], cluster[3];
	int registers_per_thread;
	int64_t static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	        local_bytes_per_thread;
	int shared_carveout_percent; /* -1: none requested */
	int cache_config;
	bool is_shared_optin;
	int64_t untimed_launches; /* kernels that ran without times: lost, or measured */
};

/* Columns of all timed operations, in order of start (then of end, then of the file). */
struct trace_operations {
	size_t count;
	int64_t *start_ns, *end_ns;
	uint32_t *stream; /* index into streams */
	uint32_t *call;   /* index into calls, NONE: the call is not in the trace */
	uint32_t
	        *detail; /* kernel: index into launch_shapes; copy and fill: index into transfers */
	uint16_t *channel; /* hardware work queue; UINT16_MAX: unknown */
	uint8_t *type;     /* enum operation_type */
	uint8_t *flags;    /* enum operation_flag */
};

/* A CUDA graph of which launches were recorded as one operation. */
struct trace_graph {
	int64_t id;
	int64_t measured_launches; /* by node */
	int64_t scaled_launches;   /* nodes have times that they had in others, scaled */
	int64_t unknown_launches;  /* no other has nodes: one kernel stands for each */
	int64_t scaled_operations; /* of these launches */
	size_t nodes;              /* of a scaled launch, at most */
	uint32_t shape;            /* of that kernel, NONE: there is none */
};

/* Copies and fills. */
struct trace_transfer {
	int64_t size_bytes;
	uint8_t copy_kind;                     /* enum copy_kind; fills: COPY_UNKNOWN */
	uint8_t source_kind, target_kind;      /* enum memory_kind; fills: target_kind alone */
	uint32_t source_device, target_device; /* peer copies, else NONE */
};

/* Columns of API calls, in order of correlation id, which is the order in which they began. */
struct trace_calls {
	size_t count;
	int64_t *start_ns, *end_ns;
	uint32_t *correlation_id; /* only while it is loaded */
	uint32_t *thread;         /* index into threads */
	uint16_t *name;           /* index into call_names */
	int16_t *result;          /* 0: success */
};

struct trace_call_name {
	const char *name;
	enum call_class class;
	bool is_driver; /* cuXxx */
};

struct trace_synchronization {
	int64_t start_ns, end_ns;
	enum synchronization_type type;
	uint32_t context, stream; /* NONE: not of one stream */
	uint32_t call;
	int64_t event_id, sync_id;
};

struct trace_event_record {
	uint32_t stream, call;
	uint32_t correlation_id; /* orders them even where the call is not in the trace */
	int64_t event_id, sync_id;
};

/* A call put something into a stream. */
struct trace_stream_call {
	uint32_t stream, call;
	uint32_t correlation_id; /* orders them even where the call is not in the trace */
};

/* The memory of the host that a call copies from or to. */
struct trace_copy_address {
	uint64_t host_address;
	uint32_t call;
};

struct trace_allocation {
	int64_t time_ns, size_bytes;
	uint64_t address;
	uint32_t call, device;
	uint8_t memory_kind;
	bool is_release, is_async;
};

enum migration_kind {
	MIGRATION_UNKNOWN,
	MIGRATION_HTOD, /* pages moved to a device */
	MIGRATION_DTOH, /* ... to the host */
	MIGRATION_HOST_FAULT,
	MIGRATION_DEVICE_FAULTS,
	MIGRATION_THRASHING,
	MIGRATION_THROTTLING,
	MIGRATION_REMOTE_MAP,
	MIGRATION_DTOD,
	MIGRATION_KINDS
};

enum migration_cause { MIGRATION_ASKED_FOR = 1, MIGRATION_ON_DEMAND, MIGRATION_AHEAD };

/* What the driver did with pages of managed memory. */
struct trace_migration {
	int64_t start_ns, end_ns; /* equal: a moment */
	int64_t amount;           /* bytes; of MIGRATION_DEVICE_FAULTS: groups of faults */
	uint8_t kind;             /* enum migration_kind */
	uint8_t cause;   /* enum migration_cause of what moved; else others of CUPTI's codes */
	uint32_t device; /* NONE: of several, or unknown */
};

struct trace_marker {
	const char *name, *domain; /* "" where unknown */
	int64_t start_ns, end_ns;  /* equal: a mark; an open range ends with the trace */
	uint32_t thread;
};

/* What a sampled warp was doing. */
struct trace_stall_reason {
	const char *name;
	const char *label;  /* the part of the name that differs: "long_scoreboard" */
	bool is_issuing;    /* the warp issued an instruction: no stall */
	bool is_subset;     /* counts some of the samples of another reason: never add the two */
	uint32_t subset_of; /* that reason, NONE: it is not in the trace */
};

enum { CODE_INSTRUCTION_BYTES = 16 }; /* since capability 7.0 */

/* Samples at one instruction, of one reason, in the whole run. */
struct trace_pc_sample {
	int64_t module_crc;
	int64_t pc_offset_bytes; /* from the function's start; of a warp that drains: its EXIT */
	int64_t samples;
	uint32_t context; /* NONE: unknown */
	uint32_t function, reason;
};

struct trace_pc_sampling {
	uint32_t context;      /* NONE: unknown */
	int64_t period_cycles; /* 0: unknown */
	int64_t samples, dropped_samples, non_user_samples;
};

/* A hardware counter, or a figure made of several. */
struct trace_metric {
	const char *name; /* CUPTI's */
};

/* A launch whose kernel was measured: it is no operation, since it has no times of its own. */
struct trace_measured_launch {
	uint32_t shape;
	uint32_t call;   /* NONE: not in the trace, or measured in another run */
	int64_t ordinal; /* which launch of its shape, from 1: measured_times.h */
	int64_t passes;
	int64_t timeline_ns; /* the same launch, where another run timed it; 0: unknown */
};

/* What a launch measured as a whole. */
struct trace_launch_metric {
	uint32_t launch; /* index into measured_launches */
	uint32_t metric;
	double value; /* finite */
};

/* What a launch counted at one instruction. */
struct trace_instruction_metric {
	int64_t module_crc;
	int64_t pc_offset_bytes; /* from the start of the launched function */
	int64_t value;           /* 0..TRACE_SAMPLES_MAX */
	uint32_t launch, metric;
};

/* An interval over which counters of a whole GPU were read. */
struct trace_gpu_sample {
	int64_t start_ns, end_ns;
	uint32_t device;
	uint32_t first_value, value_count; /* its values, in gpu_sample_values */
};

struct trace_gpu_sample_value {
	double value; /* finite */
	uint32_t metric;
};

/* A program or library of the traced process. */
struct trace_host_binary {
	const char *path, *build_id; /* "" where unknown */
};

/* A place in the host's code: of a binary, or of an interpreter. */
struct trace_host_frame {
	uint32_t binary;             /* NONE: an interpreter's code, or of no known file */
	int64_t address;             /* in the binary: where the call returns to */
	const char *file, *function; /* an interpreter's; "" where unknown */
	int line;                    /* 0: unknown */
	/* Native code's that was recorded; NULL: it was not. Else "" where there is none. */
	const char *symbol, *symbol_file; /* mangled */
	int symbol_line;                  /* 0: unknown */
	bool is_call;                     /* a call is before the address */
};

/* FRAME, called by the stack PARENT, whose position is smaller. */
struct trace_host_stack {
	uint32_t parent; /* NONE: the outermost frame */
	uint32_t frame;
	uint32_t depth;        /* frames that called it */
	bool is_native_sample; /* by time: has_unwound_samples says what its callers are worth */
};

/* Where a thread was. */
struct trace_host_sample {
	int64_t time_ns;
	int64_t asked_ns;   /* the thread ran on from then to time_ns; else the same */
	int64_t since_ns;   /* of Python: when threads were sampled before */
	int64_t running_ns; /* of native code, sampled while it ran: what it stands for; else 0 */
	uint32_t thread, stack;
	uint32_t call;      /* that it made; NONE: sampled by time, or not in the trace */
	bool is_timed;      /* sampled by time */
	bool is_late;       /* and perhaps on its way there when it was asked for */
	bool is_placed;     /* it was, and has the stack of a sample that interrupted such code */
	uint32_t placed_as; /* that sample's position */
};

struct trace_overhead {
	int64_t start_ns, end_ns;
	int kind;        /* code overhead_kind */
	uint32_t thread; /* that it was taken from; NONE: unknown */
};

/* An interval in which nothing was recorded, by the user's wish; times as recorded. */
struct trace_unrecorded {
	int64_t start_ns, end_ns;
	const char *reason;
};

/* Time of the recorder's own, or unrecorded, that was cut out of the trace: recorder_time.h. */
struct trace_cut {
	int64_t start_ns, length_ns; /* as recorded */
	int64_t before_ns;           /* all that was cut out before it */
	bool is_unrecorded;          /* the program ran */
};

/* What remains of it in a call, because the program went on meanwhile. */
struct trace_recorder_call {
	int64_t ns;
	uint32_t call;
};

struct trace_diagnostic {
	const char *code, *subject, *message;
	int severity; /* 0 note, 1 warning, 2 error */
	int64_t count;
};

/* A code of the trace in words, as schema/names.sql has it: trace_code_name(). */
struct trace_code {
	const char *type, *name;
	int64_t code;
};

struct trace_variable {
	const char *name, *value;
};

/* The part of a run that trace_window() left. */
struct trace_part {
	const char *name;         /* of the NVTX ranges that it spans; NULL: it is the whole run */
	int64_t start_ns, end_ns; /* of the first of them, and of the last */
	size_t ranges;
	int64_t run_ns; /* what the whole run took, from the first activity to the last */
};

struct trace {
	const char *path;
	/* Texts are never NULL, and "" where unknown. */
	int64_t start_unix_ns; /* the zero of all times */
	/* Of the process, start: INT64_MIN where unknown, else 0. alive: it was there; program_end:
	 * from then on the recorder ended; start_sampled: the first thread was until then. */
	int64_t process_start_ns, process_end_ns, alive_ns, program_end_ns, start_sampled_ns;
	int end_signal, exit_status; /* that ended it; 0: none, or not known */
	int64_t first_ns, last_ns;   /* activity of GPU or API; 0, 0: there is none */
	int64_t gpu_span_ns; /* from the first start to the last end of operations; 0: there are
	                        none */
	struct trace_part part;
	bool is_complete;        /* false: the program was killed, or still runs */
	bool has_hardware_times; /* the GPU itself timed kernels, instead of code in their blocks */
	bool has_unwound_samples; /* callers of native samples are by unwind tables, instead of by
	                             frame pointers, which can be wrong */
	const char *collector_version;
	int driver_version, runtime_version; /* 1000 * major + 10 * minor; 0: unknown */
	int64_t context_ready_ns;            /* when the first context was made; 0: unknown */
	int64_t driver_ready_ns; /* till then the driver started, and the recorder; 0: unknown */
	int64_t call_cost_ns;    /* by how much a recorded call is slower than one that is not; 0:
	                            unknown */
	int64_t pid;
	const char *host, *host_machine /* or NULL */, *executable, *command_line, *working_folder;

#define TRACE_ARRAY(type, name) \
	struct type *name;      \
	size_t name##_count
	TRACE_ARRAY(trace_variable, environment);
	TRACE_ARRAY(trace_code, codes);
	TRACE_ARRAY(trace_thread, threads);
	TRACE_ARRAY(trace_device, devices);
	TRACE_ARRAY(trace_device_link, device_links); /* traces before version 5 have none */
	TRACE_ARRAY(trace_context, contexts);
	TRACE_ARRAY(trace_stream, streams);
	TRACE_ARRAY(trace_function, functions);
	TRACE_ARRAY(trace_launch_shape, launch_shapes);
	TRACE_ARRAY(trace_graph, graphs); /* by id; only these */
	TRACE_ARRAY(trace_transfer, transfers);
	TRACE_ARRAY(trace_call_name, call_names);
	TRACE_ARRAY(trace_synchronization, synchronizations); /* in order of start */
	TRACE_ARRAY(trace_event_record, event_records);       /* in order of correlation id */
	/* Functions of the host. Traces before version 3 have none, but the calls. */
	TRACE_ARRAY(trace_stream_call, host_functions); /* in order of correlation id */
	/* Copies, in programs with several contexts, whatever streams they ran in. */
	TRACE_ARRAY(trace_stream_call, copy_streams); /* in order of correlation id */
	/* Traces before version 10 have none. */
	TRACE_ARRAY(trace_copy_address, copy_addresses); /* in order of call */
	TRACE_ARRAY(trace_allocation, allocations);      /* in order of time */
	TRACE_ARRAY(trace_migration, migrations); /* in order of start; only where recorded */
	TRACE_ARRAY(trace_marker, markers);       /* in order of start, the longer one first */
	TRACE_ARRAY(trace_overhead, overheads);   /* in order of start */
	TRACE_ARRAY(trace_unrecorded,
	            unrecorded);      /* in order of start, disjoint; since version 8 */
	TRACE_ARRAY(trace_cut, cuts); /* in order of start */
	TRACE_ARRAY(trace_recorder_call, recorder_calls); /* in order of call */
	TRACE_ARRAY(trace_stall_reason, stall_reasons);
	TRACE_ARRAY(trace_pc_sample, pc_samples); /* by function, module, offset, reason */
	TRACE_ARRAY(trace_pc_sampling, pc_samplings);
	TRACE_ARRAY(trace_metric, metrics);
	TRACE_ARRAY(trace_measured_launch, measured_launches);
	TRACE_ARRAY(trace_launch_metric, launch_metrics); /* by launch, metric */
	/* By function of the launch, module, offset, metric. */
	TRACE_ARRAY(trace_instruction_metric, instruction_metrics);
	TRACE_ARRAY(trace_gpu_sample, gpu_samples); /* by device, start */
	TRACE_ARRAY(trace_gpu_sample_value, gpu_sample_values);
	TRACE_ARRAY(trace_host_binary, host_binaries);
	TRACE_ARRAY(trace_host_frame, host_frames);
	TRACE_ARRAY(trace_host_stack, host_stacks); /* who calls before who is called */
	/* Those by time first, by thread and time; then those of calls, by call. */
	TRACE_ARRAY(trace_host_sample, host_samples);
	size_t timed_samples; /* of host_samples */
	TRACE_ARRAY(trace_diagnostic, diagnostics);
#undef TRACE_ARRAY
	struct trace_operations operations;
	struct trace_calls calls;
	struct segments segments;   /* the files, where the run is in several */
	int64_t untimed_operations; /* ran, but their times were lost: counted, not in operations */

	struct trace_memory *memory; /* owns everything above */
};

/*
 * Loads PATH, with the segments before it that lie beside it. Returns 0, or a negative errno and
 * the reason in ERROR as trace_file_open() gives it (path not included); then nothing need be
 * freed. Memory: 60 bytes an operation with its call, and 13 more for an operation while it loads.
 * A second thread reads with it, and is gone at the end.
 */
int trace_load(struct trace *trace, const char *path, char error[TRACE_ERROR_MAX]);
void trace_release(struct trace *trace);

/* The value of an environment variable of the traced process, NULL where it was not set. */
const char *trace_environment(const struct trace *trace, const char *name);

/* Whether CUDA_LAUNCH_BLOCKING was set, with which calls that launch wait for their work. */
bool trace_has_blocking_launches(const struct trace *trace);

/*
 * Whether OPERATION is half of a copy between two GPUs that cannot reach each other's memory: to
 * the host, or from there. CUPTI records its last piece only (13.0), so that its duration is no
 * measure of anything.
 */
bool trace_is_staged_copy(const struct trace *trace, uint32_t operation);

/*
 * Where the memory of the host begins that OPERATION reads or writes, a copy between the host and a
 * device. False: it is no copy, a node of a graph, or the trace does not say.
 */
bool operation_host_address(const struct trace *trace, uint32_t operation, uint64_t *address);

/*
 * CODE of TYPE in words: trace_code_name(trace, "copy_kind", COPY_HTOD) is "host to device".
 * "unknown" where the trace has no name for it. The text comes from the file and lives as long as
 * TRACE.
 */
const char *trace_code_name(const struct trace *trace, const char *type, int64_t code);

/* ---- from a row to what it refers to ---- */

static inline int64_t operation_length_ns(const struct trace *trace, size_t operation)
{
	return trace->operations.end_ns[operation] - trace->operations.start_ns[operation];
}

static inline int64_t call_length_ns(const struct trace *trace, size_t call)
{
	return trace->calls.end_ns[call] - trace->calls.start_ns[call];
}

/* CALL returned an error; "not ready", the answer of a query, is none. */
static inline bool call_has_failed(const struct trace *trace, size_t call)
{
	enum { NOT_READY_CODE = 600 }; /* cudaErrorNotReady, CUDA_ERROR_NOT_READY */

	return trace->calls.result[call] != 0 && trace->calls.result[call] != NOT_READY_CODE;
}

/* An index into devices. */
static inline uint32_t operation_device(const struct trace *trace, size_t operation)
{
	return trace->streams[trace->operations.stream[operation]].device;
}

/* OPERATION is a copy or a fill. */
static inline const struct trace_transfer *operation_transfer(const struct trace *trace,
                                                              size_t operation)
{
	return &trace->transfers[trace->operations.detail[operation]];
}

/* OPERATION is a kernel. */
static inline const struct trace_launch_shape *operation_shape(const struct trace *trace,
                                                               size_t operation)
{
	return &trace->launch_shapes[trace->operations.detail[operation]];
}

/* Whether PyTorch computes gradients in THREAD, while the one that called backward() waits. */
static inline bool trace_is_backward_thread(const struct trace *trace, uint32_t thread)
{
	static const char name[] = "pt_autograd";

	return strncmp(trace->threads[thread].name, name, sizeof name - 1) == 0;
}

/* An index into functions. OPERATION is a kernel. */
static inline uint32_t operation_function(const struct trace *trace, size_t operation)
{
	return operation_shape(trace, operation)->function;
}

#endif
