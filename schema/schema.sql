-- SPDX-License-Identifier: MIT
-- The trace: one SQLite file for each traced process. This file is the only DDL.
--
-- Conventions
--   *_ns        integer nanoseconds since meta.trace_start_unix_ns; may be negative for what began before
--   duration_ns length of an interval; NULL: it has no (valid) time, never "zero long"
--   end_ns      generated, takes no room in the file
--   *_bytes     sizes in bytes
--   *_id        key of the table it is named for; NULL: none or unknown
--   is_*        0 or 1
--
-- How it is written
--   Rows come in batches, each one transaction of 16 MiB at most: a reader sees a batch whole or not at all, and what
--   a row names is there. The file is changed under SQLite's locks, for milliseconds, and read by warpwise meanwhile;
--   sqlite3 may say that the database is locked.
--   CUPTI's correlation ids have 32 bits. api_call.id and every correlation_id have 64: the upper half, the epoch,
--   counts how often CUPTI's began anew.
--   A recording that could not go on says so in the diagnostic 'ended-early', for which room is set aside.
--
-- Codes (copy kind, memory kind ...) are CUPTI's numbers; names.sql gives each its name.

PRAGMA application_id = 0x57415250; -- "WARP"
PRAGMA user_version = 11;           -- version of this file; readers refuse a newer one

-- Facts about the trace as a whole. Keys: trace_start_unix_ns (integer), trace_end_ns (integer, written at a
-- normal end), program_end_ns (integer: when the program, or its recording, came to its end, which the recorder then
-- worked on until trace_end_ns; absent: not known), alive_ns (integer: the process was there then; absent: for less than some seconds), driver_ready_ns
-- (integer: until then the recorder and CUDA's driver started, and the program stood still;
-- absent: not known), context_ready_ns (integer: when the first context was made, by a call that need not be recorded, such as
-- cudaSetDevice(); absent: not known), state ('recording' until a normal end, then 'complete'),
-- end_signal (integer: the signal that ended the program, or that ended warpwise record; absent: none, or not known),
-- exit_status (integer: that the program ended with, as warpwise record knows; absent: 0, a signal, or not known),
-- collector_version, host_machine (of the CPU, as uname -m has it: x86_64, aarch64 ...; absent: not known), cupti_api_version, cupti_path, driver_version, runtime_version (as 1000 * major + 10 * minor), call_cost_ns (by how
-- much a driver call that does nothing takes longer when it is recorded, measured at the start; absent: not known),
-- kernel_times ('software': CUPTI's code in each block took them; 'hardware': the GPU reported them; absent: 'software'),
-- native_stacks (with --host: callers of samples of native code are by unwind 'tables', or by frame 'pointers', which can be
-- wrong; absent: 'pointers'),
-- start_sampled_ns (integer, with --host: native code of the first thread was sampled from the process's start until then;
-- absent: only from the trace's start on),
-- segment (of record --rotate alone: which part of the run this file is, from 1; trace_segment.h).
CREATE TABLE meta (
	key   TEXT PRIMARY KEY,
	value ANY
) STRICT, WITHOUT ROWID;

-- Every text that occurs often, once.
CREATE TABLE string (
	id   INTEGER PRIMARY KEY,
	text TEXT NOT NULL
) STRICT;

-- The traced process; one row.
CREATE TABLE process (
	id                INTEGER PRIMARY KEY,
	pid               INTEGER NOT NULL, -- as the process itself sees it
	parent_pid        INTEGER NOT NULL,
	host              TEXT NOT NULL,
	executable        TEXT,             -- resolved path
	command_line      TEXT,             -- arguments, quoted for a shell
	working_directory TEXT,
	started_ns        INTEGER           -- start of the process
) STRICT;

-- The environment variables that change what CUDA does, and the launcher's rank; only those that were set.
CREATE TABLE environment (
	name  TEXT PRIMARY KEY,
	value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Host threads that called CUDA.
CREATE TABLE thread (
	id               INTEGER PRIMARY KEY,
	system_thread_id INTEGER NOT NULL, -- gettid()
	name             TEXT              -- as in /proc, when first seen
) STRICT;

-- GPUs: every limit that occupancy and the roofline need.
CREATE TABLE device (
	id                            INTEGER PRIMARY KEY, -- CUDA ordinal in this process
	name                          TEXT NOT NULL,
	uuid                          TEXT,    -- GPU-xxxxxxxx-...
	pci_bus_id                    TEXT,    -- domain:bus:device.function
	compute_capability_major      INTEGER NOT NULL,
	compute_capability_minor      INTEGER NOT NULL,
	multiprocessors               INTEGER NOT NULL, -- SMs
	core_clock_khz                INTEGER, -- maximum SM clock
	memory_clock_khz              INTEGER, -- maximum memory clock
	memory_bus_bits               INTEGER, -- width of the memory bus
	memory_bandwidth_bytes_per_s  INTEGER, -- theoretical peak
	memory_bytes                  INTEGER,
	l2_cache_bytes                INTEGER,
	copy_engines                  INTEGER, -- asynchronous copy engines
	threads_per_warp              INTEGER,
	max_threads_per_multiprocessor INTEGER,
	max_warps_per_multiprocessor  INTEGER,
	max_blocks_per_multiprocessor INTEGER,
	max_registers_per_multiprocessor INTEGER, -- 32-bit registers
	max_shared_bytes_per_multiprocessor INTEGER,
	max_threads_per_block         INTEGER,
	max_registers_per_block       INTEGER,
	max_shared_bytes_per_block    INTEGER, -- without opt-in
	max_shared_bytes_per_block_optin INTEGER,
	reserved_shared_bytes_per_block  INTEGER, -- taken by the driver from every block
	is_concurrent_kernels         INTEGER, -- kernels of several streams can run together
	is_mig                        INTEGER,
	is_ecc                        INTEGER
) STRICT;

-- NVLink between two GPUs of the process that can reach each other's memory over it; a row for each direction. Since version 5.
CREATE TABLE device_link (
	source_device_id INTEGER NOT NULL,
	target_device_id INTEGER NOT NULL,
	bytes_per_s      INTEGER NOT NULL, -- of all links between the two, in this direction
	PRIMARY KEY (source_device_id, target_device_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE context (
	id               INTEGER PRIMARY KEY, -- CUPTI's context id
	device_id        INTEGER NOT NULL,
	null_stream_id   INTEGER,             -- stream.cuda_stream_id of the legacy default stream
	parent_id        INTEGER,             -- of a green context: the context it was made from
	multiprocessors  INTEGER              -- SMs this context may use
) STRICT;

CREATE TABLE stream (
	id             INTEGER PRIMARY KEY, -- interned (context, CUDA stream)
	context_id     INTEGER NOT NULL,
	cuda_stream_id INTEGER NOT NULL,    -- CUPTI's number, unique within its context
	type           INTEGER NOT NULL DEFAULT 0, -- stream_type: 0 unknown, 1 blocking, 2 non-blocking, 3 null
	priority       INTEGER              -- lower is more urgent; NULL: unknown
) STRICT;

-- A GPU function.
CREATE TABLE function (
	id   INTEGER PRIMARY KEY,
	name TEXT NOT NULL -- mangled, as in the cubin
) STRICT;

-- What a launch asked for. Launches of one function with equal parameters share one row.
CREATE TABLE launch_shape (
	id                      INTEGER PRIMARY KEY,
	function_id             INTEGER NOT NULL,
	grid_x                  INTEGER NOT NULL, -- blocks
	grid_y                  INTEGER NOT NULL,
	grid_z                  INTEGER NOT NULL,
	block_x                 INTEGER NOT NULL, -- threads
	block_y                 INTEGER NOT NULL,
	block_z                 INTEGER NOT NULL,
	cluster_x               INTEGER NOT NULL, -- blocks; 0: no cluster, or not asked for
	cluster_y               INTEGER NOT NULL,
	cluster_z               INTEGER NOT NULL,
	registers_per_thread    INTEGER NOT NULL,
	static_shared_bytes     INTEGER NOT NULL, -- per block
	dynamic_shared_bytes    INTEGER NOT NULL, -- per block
	shared_executed_bytes   INTEGER NOT NULL, -- size the driver set for the SM's shared memory
	shared_carveout_percent INTEGER,          -- NULL: none was requested
	cache_config            INTEGER NOT NULL, -- cache_config: what was executed
	local_bytes_per_thread  INTEGER NOT NULL, -- stack, spills, local arrays
	is_shared_optin         INTEGER NOT NULL  -- may use max_shared_bytes_per_block_optin
) STRICT;

-- One executed kernel.
CREATE TABLE kernel (
	id              INTEGER PRIMARY KEY, -- in order of arrival
	start_ns        INTEGER,
	duration_ns     INTEGER,             -- NULL: the kernel ran, but its times are unknown
	stream_id       INTEGER NOT NULL,
	launch_shape_id INTEGER NOT NULL,
	correlation_id  INTEGER NOT NULL,    -- api_call.id of the call that launched it
	channel_id      INTEGER NOT NULL,    -- hardware work queue; -1: unknown
	graph_id        INTEGER,             -- CUDA graph it came from
	graph_node_id   INTEGER,
	end_ns          INTEGER AS (start_ns + duration_ns)
) STRICT;

-- One launch of a CUDA graph that was recorded as one operation (record --graph-trace): what ran in it is in kernel, copy and
-- fill for other launches of the same graph at most, which were recorded by node. A launch is here or there, never both.
-- Since version 9.
CREATE TABLE graph_launch (
	id             INTEGER PRIMARY KEY, -- in order of arrival
	start_ns       INTEGER,             -- of its first node
	duration_ns    INTEGER,             -- to the end of its last node
	stream_id      INTEGER NOT NULL,    -- that it was launched into
	correlation_id INTEGER NOT NULL,    -- api_call.id of the call that launched it
	graph_id       INTEGER NOT NULL,    -- as kernel.graph_id
	end_ns         INTEGER AS (start_ns + duration_ns)
) STRICT;

-- One copy between memories, also between devices (peer).
CREATE TABLE copy (
	id             INTEGER PRIMARY KEY,
	start_ns       INTEGER,
	duration_ns    INTEGER,
	stream_id      INTEGER NOT NULL,
	size_bytes     INTEGER NOT NULL,
	copy_kind      INTEGER NOT NULL, -- copy_kind: host to device, device to host ...
	source_kind    INTEGER NOT NULL, -- memory_kind: pageable, pinned, device ...
	target_kind    INTEGER NOT NULL, -- memory_kind
	is_async       INTEGER NOT NULL, -- issued by an asynchronous call
	correlation_id INTEGER NOT NULL, -- api_call.id
	channel_id     INTEGER NOT NULL, -- hardware work queue; -1: unknown
	source_device_id INTEGER,        -- peer copies only
	target_device_id INTEGER,
	copy_count     INTEGER,          -- of a batched copy: how many it stands for
	graph_id       INTEGER,
	graph_node_id  INTEGER,
	end_ns         INTEGER AS (start_ns + duration_ns)
) STRICT;

-- One memory set.
CREATE TABLE fill (
	id             INTEGER PRIMARY KEY,
	start_ns       INTEGER,
	duration_ns    INTEGER,
	stream_id      INTEGER NOT NULL,
	size_bytes     INTEGER NOT NULL,
	value          INTEGER NOT NULL,
	memory_kind    INTEGER NOT NULL, -- memory_kind
	is_async       INTEGER NOT NULL,
	correlation_id INTEGER NOT NULL, -- api_call.id
	channel_id     INTEGER NOT NULL,
	graph_id       INTEGER,
	graph_node_id  INTEGER,
	end_ns         INTEGER AS (start_ns + duration_ns)
) STRICT;

-- One call of the CUDA runtime or driver API by the program.
CREATE TABLE api_call (
	id          INTEGER PRIMARY KEY, -- CUPTI's correlation id, and above 32 bits its epoch
	start_ns    INTEGER NOT NULL,
	duration_ns INTEGER NOT NULL,
	thread_id   INTEGER NOT NULL,
	name_id     INTEGER NOT NULL,    -- string.id: cudaLaunchKernel, cuMemcpyAsync ...
	result      INTEGER NOT NULL,    -- cudaError_t or CUresult; 0: success
	end_ns      INTEGER AS (start_ns + duration_ns)
) STRICT;

-- A host thread or a stream that waited. A stream that waits has no duration: it is a dependency.
CREATE TABLE synchronization (
	id             INTEGER PRIMARY KEY,
	type           INTEGER NOT NULL, -- synchronization_type: event, stream wait event, stream, context
	start_ns       INTEGER NOT NULL,
	duration_ns    INTEGER NOT NULL,
	context_id     INTEGER,
	stream_id      INTEGER,          -- the stream that waits or is waited for
	event_id       INTEGER,          -- number of the event's handle, reused: join by sync_id
	sync_id        INTEGER,          -- event_record.sync_id of the record that is waited for; NULL: of none, so
	                                 -- nothing was waited for: never recorded, or captured into a graph
	correlation_id INTEGER NOT NULL, -- api_call.id
	result         INTEGER NOT NULL,
	end_ns         INTEGER AS (start_ns + duration_ns)
) STRICT;

-- An event recorded into a stream.
CREATE TABLE event_record (
	id             INTEGER PRIMARY KEY,
	stream_id      INTEGER NOT NULL,
	event_id       INTEGER NOT NULL,
	sync_id        INTEGER NOT NULL,
	correlation_id INTEGER NOT NULL, -- api_call.id
	device_time_ns INTEGER           -- when the GPU reached it; only where it was asked for
) STRICT;

-- A function of the host that was put into a stream: the stream goes on when it has run. Since version 3.
CREATE TABLE host_function (
	id             INTEGER PRIMARY KEY,
	stream_id      INTEGER NOT NULL,
	correlation_id INTEGER NOT NULL  -- api_call.id
) STRICT;

-- The stream that a copy call named, in programs with several contexts. Between two GPUs CUDA copies in streams of its own
-- (copy.stream_id), wholly or for one half of the way, but in the order of this one. Since version 4.
CREATE TABLE copy_stream (
	id             INTEGER PRIMARY KEY,
	stream_id      INTEGER NOT NULL,
	correlation_id INTEGER NOT NULL  -- api_call.id
) STRICT;

-- Where the memory of the host is that a copy from or to a device reads or writes; of calls that say which side is the
-- host's (cuMemcpyHtoD, cuMemcpyDtoHAsync ... and what calls them) and copy 64 KiB or more, not of copies in rows and not of nodes of
-- graphs. Since version 10.
CREATE TABLE copy_address (
	id             INTEGER PRIMARY KEY,
	correlation_id INTEGER NOT NULL, -- api_call.id
	host_address   INTEGER NOT NULL  -- of the first byte
) STRICT;

-- One allocation or release of memory that CUDA manages.
CREATE TABLE allocation (
	id             INTEGER PRIMARY KEY,
	time_ns        INTEGER NOT NULL,
	operation      INTEGER NOT NULL, -- allocation_operation: 1 allocate, 2 release
	memory_kind    INTEGER NOT NULL, -- memory_kind
	size_bytes     INTEGER NOT NULL,
	address        INTEGER NOT NULL,
	device_id      INTEGER,
	stream_id      INTEGER,          -- stream-ordered allocations only
	is_async       INTEGER NOT NULL,
	pool_address   INTEGER,          -- memory pool it came from
	correlation_id INTEGER NOT NULL  -- api_call.id
) STRICT;

-- NVTX ranges and marks.
CREATE TABLE marker (
	id        INTEGER PRIMARY KEY, -- CUPTI's marker id
	name_id   INTEGER,             -- string.id; NULL: only the end was seen
	domain_id INTEGER,             -- string.id; NULL: the default domain
	thread_id INTEGER,
	start_ns  INTEGER,
	end_ns    INTEGER              -- equal to start_ns: a mark; NULL: still open when the trace ended
) STRICT;

-- GPU code as it was loaded; equal code once.
CREATE TABLE module (
	id         INTEGER PRIMARY KEY,
	crc        INTEGER NOT NULL,  -- cuptiGetCubinCrc(): what samples name their code by
	size_bytes INTEGER NOT NULL,  -- uncompressed
	loaded_ns  INTEGER NOT NULL,  -- first time
	cubin      BLOB NOT NULL      -- zstd frame of the ELF file
) STRICT;

-- What a warp was doing when it was sampled. Since version 2.
CREATE TABLE stall_reason (
	id   INTEGER PRIMARY KEY,
	name TEXT NOT NULL -- CUPTI's. X_not_issued counts those samples of X in which no warp of the scheduler
	                   -- could issue: a subset of X, never to be added to it
) STRICT;

-- Samples of warps, added up over the whole run: how often warps were found at this instruction in this state.
-- Since version 2.
CREATE TABLE pc_sample (
	id              INTEGER PRIMARY KEY,
	context_id      INTEGER NOT NULL,
	function_id     INTEGER NOT NULL,
	module_crc      INTEGER NOT NULL, -- module.crc of the code the function is in
	pc_offset_bytes INTEGER NOT NULL, -- of the instruction, from the start of the function; a warp that drains is behind its EXIT
	stall_reason_id INTEGER NOT NULL,
	samples         INTEGER NOT NULL
) STRICT;

-- How the sampling of each context went. Since version 2.
CREATE TABLE pc_sampling (
	context_id       INTEGER PRIMARY KEY,
	period_cycles    INTEGER,          -- SM clock cycles from one sample to the next; NULL: unknown
	samples          INTEGER NOT NULL, -- all, those below included
	dropped_samples  INTEGER NOT NULL, -- by the hardware, which had no room for them
	non_user_samples INTEGER NOT NULL  -- in code that is not the program's own, and is not reported one by one: CUPTI's,
	                                   -- which it adds to every block to time kernels, the driver's (for memory sets, for
	                                   -- example), and some kernels that kernels launched
) STRICT;

-- A hardware counter, or a figure made of several. Since version 3.
CREATE TABLE metric (
	id   INTEGER PRIMARY KEY,
	name TEXT NOT NULL -- CUPTI's, its unit included: sm__warps_active.avg.pct_of_peak_sustained_active ...
) STRICT;

-- A launch whose kernel was measured: alone on the GPU, once for each pass. Its times are not the program's, so
-- that its kernel.duration_ns is NULL. Since version 3.
CREATE TABLE measured_launch (
	id              INTEGER PRIMARY KEY,
	launch_shape_id INTEGER NOT NULL,
	correlation_id  INTEGER,          -- api_call.id; NULL: measured in another run of the program
	ordinal         INTEGER NOT NULL, -- which launch of its function, grid, block and dynamic_shared_bytes it was in its run, from 1
	passes          INTEGER NOT NULL  -- how often the kernel ran
) STRICT;

-- What a launch measured as a whole. Since version 3.
CREATE TABLE launch_metric (
	measured_launch_id INTEGER NOT NULL,
	metric_id          INTEGER NOT NULL,
	value              REAL NOT NULL,
	PRIMARY KEY (measured_launch_id, metric_id)
) STRICT, WITHOUT ROWID;

-- What a launch measured at each instruction; those at which a metric is 0 have no row for it. Since version 3.
CREATE TABLE instruction_metric (
	id                 INTEGER PRIMARY KEY,
	measured_launch_id INTEGER NOT NULL,
	module_crc         INTEGER NOT NULL, -- module.crc
	pc_offset_bytes    INTEGER NOT NULL, -- from the start of the launched function
	metric_id          INTEGER NOT NULL,
	value              INTEGER NOT NULL  -- sum over the GPU
) STRICT;

-- An interval over which counters of the whole GPU were read, or several in a row in which all were 0.
-- Since version 3.
CREATE TABLE gpu_sample (
	id          INTEGER PRIMARY KEY,
	device_id   INTEGER NOT NULL,
	start_ns    INTEGER NOT NULL,
	duration_ns INTEGER NOT NULL,
	end_ns      INTEGER AS (start_ns + duration_ns)
) STRICT;

-- What was read in it. Since version 3.
CREATE TABLE gpu_sample_metric (
	gpu_sample_id INTEGER NOT NULL,
	metric_id     INTEGER NOT NULL,
	value         REAL NOT NULL,
	PRIMARY KEY (gpu_sample_id, metric_id)
) STRICT, WITHOUT ROWID;

-- A program or library whose code was on the host's stacks. Since version 7.
CREATE TABLE host_binary (
	id           INTEGER PRIMARY KEY,
	path         TEXT NOT NULL,
	build_id     TEXT,            -- hexadecimal, as the linker put it in; NULL: it has none
	load_address INTEGER NOT NULL -- where its address 0 was in the process
) STRICT;

-- A place in the host's code. Since version 7.
CREATE TABLE host_frame (
	id             INTEGER PRIMARY KEY,
	host_binary_id INTEGER, -- native code; NULL: it was in no file, or in one that is unknown
	address        INTEGER, -- native code: where the call in it returns to, as the binary's ELF file counts; innermost in a sample by time:
	                        -- one behind the instruction that ran
	file_id        INTEGER, -- string.id; an interpreter's code (Python)
	function_id    INTEGER, -- string.id; with its class where the interpreter says so
	line           INTEGER  -- in the file
) STRICT;

-- What native code is: written when the program had ended by `warpwise record`, which read the binaries where it ran.
-- Elsewhere they may be missing. Of libraries it has functions alone. Since version 11.
CREATE TABLE host_symbol (
	host_frame_id INTEGER PRIMARY KEY,
	function      TEXT,            -- mangled; NULL: it has no name
	file          TEXT,            -- of the source; NULL: not known
	line          INTEGER,
	is_call       INTEGER NOT NULL -- whether a call is before the address, so that it can return there
) STRICT;

-- A stack of the host: a frame, and the stack that called it. Since version 7.
CREATE TABLE host_stack (
	id            INTEGER PRIMARY KEY,
	parent_id     INTEGER,         -- host_stack.id; NULL: called by nobody, or the stack was cut there
	host_frame_id INTEGER NOT NULL
) STRICT;

-- Where a thread of the host was at a moment: when it was sampled, or when it called CUDA. Since version 7.
CREATE TABLE host_sample (
	id             INTEGER PRIMARY KEY,
	time_ns        INTEGER NOT NULL,
	thread_id      INTEGER NOT NULL,
	host_stack_id  INTEGER NOT NULL,
	correlation_id INTEGER,         -- api_call.id of the call that the stack makes: native code's, Python's or both; NULL: sampled by time
	pause_ns       INTEGER,         -- of a call: since the thread's call before; NULL: not known, or it was its first
	asked_ns       INTEGER,         -- sampled by time: when it was asked for; the thread ran on until time_ns. Of native code, which is
	                                -- sampled by its running time: as much before time_ns as the sample stands for
	is_late        INTEGER NOT NULL -- and may have come to this place only in between: it was before it, then. Who took
	                                -- 0.05 ms or more and is not late was interrupted in the middle of Python code
) STRICT;

-- Time that CUPTI or the driver took and the program did not ask for.
CREATE TABLE overhead (
	id          INTEGER PRIMARY KEY,
	kind        INTEGER NOT NULL, -- overhead_kind: compiler, buffer flush, instrumentation, loading ...
	start_ns    INTEGER NOT NULL,
	duration_ns INTEGER NOT NULL,
	thread_id   INTEGER,
	end_ns      INTEGER AS (start_ns + duration_ns)
) STRICT;

-- What the driver did with pages of managed memory. Only where it was asked for (record --managed). Since version 6.
CREATE TABLE migration (
	id          INTEGER PRIMARY KEY,
	kind        INTEGER NOT NULL, -- migration_kind: moved to a device, to the host, faults of a device ...
	start_ns    INTEGER NOT NULL,
	duration_ns INTEGER,          -- NULL: a moment
	amount      INTEGER NOT NULL, -- bytes; of faults of a device: groups of faults at the page
	cause       INTEGER NOT NULL, -- of what moved: migration_cause; of faults: migration_access; else CUPTI's flags
	address     INTEGER NOT NULL, -- of the first page
	device_id   INTEGER,          -- that pages moved to, or whose fault it was; from a device to the host: that device
	end_ns      INTEGER AS (start_ns + duration_ns)
) STRICT;

-- Intervals of the run in which nothing was recorded, as it was wished (--range, --duration, warpwise
-- ctl ...). What the program did then is unknown: that is no idle time. Since version 8.
CREATE TABLE unrecorded (
	id       INTEGER PRIMARY KEY,
	start_ns INTEGER NOT NULL,
	end_ns   INTEGER,      -- NULL: to the end of the run
	reason   TEXT NOT NULL -- what it was waited for, or what ended the recording
) STRICT;

-- Everything lost, ignored or failed. An empty table means that nothing is missing.
CREATE TABLE diagnostic (
	code     TEXT NOT NULL,    -- dropped-records, untimed-kernel, kind-not-recorded, ended-early ...
	subject  TEXT NOT NULL,    -- what it happened to: a record kind, a call, a file
	severity INTEGER NOT NULL, -- 0 note: by design; 1 warning: something is missing; 2 error: it stopped
	count    INTEGER NOT NULL, -- how often
	message  TEXT NOT NULL,    -- one line for people, with what to do
	PRIMARY KEY (code, subject)
) STRICT, WITHOUT ROWID;
