/* SPDX-License-Identifier: MIT */
/*
 * Loads what a trace says once: of the program, its process, threads, devices, contexts and
 * streams, its functions and launch shapes, texts, and what the recording itself reports.
 */
#include <string.h>

#include "trace/trace_loader.h"

enum {
	DEVICES_MAX = 128, /* ordinals in one process: far above what a machine has */
};

enum meta_type { META_TEXT, META_TIME, META_ANY_TIME, META_NUMBER, META_IS };

static const struct {
	const char *key;
	enum meta_type type;
	size_t offset;    /* in struct trace */
	const char *text; /* of META_IS: with it a bool is true */
} meta_keys[] = {
	{ "trace_start_unix_ns", META_TIME, offsetof(struct trace, start_unix_ns), NULL },
	{ "trace_end_ns", META_TIME, offsetof(struct trace, process_end_ns), NULL },
	{ "program_end_ns", META_TIME, offsetof(struct trace, program_end_ns), NULL },
	{ "alive_ns", META_TIME, offsetof(struct trace, alive_ns), NULL },
	{ "driver_ready_ns", META_TIME, offsetof(struct trace, driver_ready_ns), NULL },
	{ "context_ready_ns", META_TIME, offsetof(struct trace, context_ready_ns), NULL },
	{ "start_sampled_ns", META_ANY_TIME, offsetof(struct trace, start_sampled_ns), NULL },
	{ "call_cost_ns", META_TIME, offsetof(struct trace, call_cost_ns), NULL },
	{ "state", META_IS, offsetof(struct trace, is_complete), "complete" },
	{ "kernel_times", META_IS, offsetof(struct trace, has_hardware_times), "hardware" },
	{ "native_stacks", META_IS, offsetof(struct trace, has_unwound_samples), "tables" },
	{ "collector_version", META_TEXT, offsetof(struct trace, collector_version), NULL },
	{ "host_machine", META_TEXT, offsetof(struct trace, host_machine), NULL },
	{ "end_signal", META_NUMBER, offsetof(struct trace, end_signal), NULL },
	{ "exit_status", META_NUMBER, offsetof(struct trace, exit_status), NULL },
	{ "driver_version", META_NUMBER, offsetof(struct trace, driver_version), NULL },
	{ "runtime_version", META_NUMBER, offsetof(struct trace, runtime_version), NULL },
};

int take_meta(struct loader *l)
{
	const char *key = row_text(l, 0), *value = row_text(l, 1);

	if (!key || !value)
		return -ENOMEM;
	for (size_t i = 0; i < sizeof meta_keys / sizeof *meta_keys; i++) {
		char *field = (char *)l->trace + meta_keys[i].offset;

		if (strcmp(key, meta_keys[i].key) != 0)
			continue;
		if (meta_keys[i].type == META_TEXT)
			*(const char **)field = value;
		else if (meta_keys[i].type == META_IS)
			*(bool *)field = strcmp(value, meta_keys[i].text) == 0;
		else if (meta_keys[i].type == META_TIME)
			*(int64_t *)field = row_integer(l, 1, 0, INT64_MAX / 2);
		else if (meta_keys[i].type == META_ANY_TIME)
			*(int64_t *)field =
			        row_integer(l, 1, -TRACE_TIME_MAX_NS, TRACE_TIME_MAX_NS);
		else
			*(int *)field = (int)row_integer(l, 1, 0, INT32_MAX);
	}
	return 0;
}

int take_process(struct loader *l)
{
	struct trace *trace = l->trace;

	trace->pid = sqlite3_value_int64(l->values[1]);
	trace->host = row_text(l, 2);
	trace->executable = row_text(l, 3);
	trace->command_line = row_text(l, 4);
	trace->working_folder = row_text(l, 5);
	trace->process_start_ns =
	        row_optional(l, 6, -TRACE_TIME_MAX_NS, TRACE_TIME_MAX_NS, INT64_MIN);
	return trace->host && trace->executable && trace->command_line && trace->working_folder
	               ? 0
	               : -ENOMEM;
}

int take_variable(struct loader *l)
{
	struct trace_variable variable = { .name = row_text(l, 0), .value = row_text(l, 1) };

	if (!variable.name || !variable.value)
		return -ENOMEM;
	return APPEND(l, environment, variable);
}

int take_code(struct loader *l)
{
	struct trace_code named = {
		.type = row_text(l, 0),
		.code = sqlite3_value_int64(l->values[1]),
		.name = row_text(l, 2),
	};

	if (!named.type || !named.name)
		return -ENOMEM;
	return APPEND(l, codes, named);
}

int take_thread(struct loader *l)
{
	struct trace_thread thread = {
		.system_thread_id = sqlite3_value_int64(l->values[1]),
		.name = row_text(l, 2),
	};

	if (!thread.name)
		return -ENOMEM;
	return APPEND_ID(l, THREADS, threads, thread);
}

int take_device(struct loader *l)
{
	struct trace_device device = {
		.id = row_integer(l, 0, 0, DEVICES_MAX - 1),
		.name = row_text(l, 1),
		.uuid = row_text(l, 2),
		.cc_major = (int)row_integer(l, 3, 0, 1000),
		.cc_minor = (int)row_integer(l, 4, 0, 1000),
		.multiprocessors = (int)row_integer(l, 5, 0, 1 << 20),
		.core_clock_khz = row_integer(l, 6, 0, INT32_MAX),
		.memory_clock_khz = row_integer(l, 7, 0, INT32_MAX),
		.memory_bandwidth_bytes_per_s = row_size_bytes(l, 8),
		.memory_bytes = row_size_bytes(l, 9),
		.l2_cache_bytes = row_size_bytes(l, 10),
		.copy_engines = (int)row_integer(l, 11, 0, 1000),
		.max_threads_per_multiprocessor = (int)row_integer(l, 12, 0, 1 << 20),
		.max_warps_per_multiprocessor = (int)row_integer(l, 13, 0, 1 << 20),
		.max_blocks_per_multiprocessor = (int)row_integer(l, 14, 0, 1 << 20),
		.max_registers_per_multiprocessor = (int)row_integer(l, 15, 0, INT32_MAX),
		.max_threads_per_block = (int)row_integer(l, 16, 0, 1 << 20),
		.max_registers_per_block = (int)row_integer(l, 17, 0, INT32_MAX),
		.max_shared_bytes_per_multiprocessor = row_size_bytes(l, 18),
		.max_shared_bytes_per_block = row_size_bytes(l, 19),
		.max_shared_bytes_per_block_optin = row_size_bytes(l, 20),
		.reserved_shared_bytes_per_block = row_size_bytes(l, 21),
		.is_mig = sqlite3_value_int64(l->values[22]) != 0,
	};

	if (!device.name || !device.uuid)
		return -ENOMEM;
	return APPEND_ID(l, DEVICES, devices, device);
}

int take_device_link(struct loader *l)
{
	const struct trace_device_link link = {
		.source = row_reference(l, 0, DEVICES),
		.target = row_reference(l, 1, DEVICES),
		.bytes_per_s = row_integer(l, 2, 1, TRACE_SIZE_MAX_BYTES),
	};

	return APPEND(l, device_links, link);
}

int take_context(struct loader *l)
{
	struct trace_context context = {
		.id = sqlite3_value_int64(l->values[0]),
		.device = row_reference(l, 1, DEVICES),
		.null_stream_id = row_optional(l, 2, 0, INT64_MAX, -1),
		.multiprocessors = (int)row_integer(l, 3, 0, 1 << 20),
	};

	if (!l->is_bad && context.multiprocessors == 0)
		context.multiprocessors = l->trace->devices[context.device].multiprocessors;
	return APPEND_ID(l, CONTEXTS, contexts, context);
}

int take_stream(struct loader *l)
{
	struct trace_stream stream = {
		.id = sqlite3_value_int64(l->values[0]),
		.context = row_reference(l, 1, CONTEXTS),
		.cuda_stream_id = sqlite3_value_int64(l->values[2]),
		.type = (enum stream_type)row_code(l, 3, STREAM_NULL),
		.priority = (int)row_integer(l, 4, INT32_MIN, INT32_MAX),
	};

	if (!l->is_bad) {
		const struct trace_context *context = &l->trace->contexts[stream.context];

		stream.device = context->device;
		if (stream.type == STREAM_UNKNOWN &&
		    stream.cuda_stream_id == context->null_stream_id)
			stream.type = STREAM_NULL;
	}
	return APPEND_ID(l, STREAMS, streams, stream);
}

int take_function(struct loader *l)
{
	struct trace_function function = { .name = row_text(l, 1) };

	if (!function.name)
		return -ENOMEM;
	return APPEND_ID(l, FUNCTIONS, functions, function);
}

int take_launch_shape(struct loader *l)
{
	struct trace_launch_shape shape = {
		.function = row_reference(l, 1, FUNCTIONS),
		.registers_per_thread = (int)row_integer(l, 11, 0, 1 << 16),
		.static_shared_bytes = row_integer(l, 12, 0, INT32_MAX),
		.dynamic_shared_bytes = row_integer(l, 13, 0, INT32_MAX),
		.shared_executed_bytes = row_integer(l, 14, 0, INT32_MAX),
		.shared_carveout_percent = (int)row_optional(l, 15, -1, 100, -1),
		.cache_config = row_code(l, 16, 3),
		.local_bytes_per_thread = row_integer(l, 17, 0, INT32_MAX),
		.is_shared_optin = sqlite3_value_int64(l->values[18]) != 0,
	};

	/* CUDA's limits of a grid, so that products of the three fit into 64 bits. */
	for (int i = 0; i < 3; i++) {
		shape.grid[i] = (int32_t)row_integer(l, 2 + i, 1, i ? UINT16_MAX : INT32_MAX);
		shape.block[i] = (int32_t)row_integer(l, 5 + i, 1, 1024);
		shape.cluster[i] = (int32_t)row_integer(l, 8 + i, 0, UINT16_MAX);
	}
	return APPEND_ID(l, LAUNCH_SHAPES, launch_shapes, shape);
}

int take_string(struct loader *l)
{
	const char *value = row_text(l, 1);

	if (!value || ARRAY_ROOM(&l->strings, l->strings_count) ||
	    !id_map_add(&l->maps[STRINGS], sqlite3_value_int64(l->values[0])))
		return -ENOMEM;
	l->strings[l->strings_count++] = value;
	return 0;
}

int take_diagnostic(struct loader *l)
{
	struct trace_diagnostic diagnostic = {
		.code = row_text(l, 0),
		.subject = row_text(l, 1),
		.severity = (int)row_integer(l, 2, 0, 2),
		.count = row_integer(l, 3, 0, INT64_MAX),
		.message = row_text(l, 4),
	};

	if (!diagnostic.code || !diagnostic.subject || !diagnostic.message)
		return -ENOMEM;
	return APPEND(l, diagnostics, diagnostic);
}
