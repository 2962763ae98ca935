-- SPDX-License-Identifier: MIT
-- What every fixture of a rule starts from: a process, an H200, its streams, two functions in a few launch
-- shapes, and tables that make a call with its operation from one row. See README.md.

INSERT INTO meta VALUES ('trace_start_unix_ns', 1750000000000000000), ('state', 'complete'),
	('collector_version', '0.1.0'), ('driver_version', 13000), ('runtime_version', 13000);
INSERT INTO process VALUES (1, 4711, 1, 'host', '/home/user/app', './app', '/home/user', -5000000);
INSERT INTO thread VALUES (1, 4711, 'app'), (2, 4712, 'worker');
INSERT INTO device VALUES (0, 'NVIDIA H200', 'GPU-00000000-0000-0000-0000-000000000000', '0000:00:06.0', 9, 0,
	132, 1980000, 3201000, 6016, 4814304000000, 150109880320, 62914560, 3, 32, 2048, 64, 32, 65536, 233472,
	1024, 65536, 49152, 232448, 1024, 1, 0, 1);
INSERT INTO context VALUES (1, 0, 7, NULL, NULL);

-- stream 1 is the null stream; 2..9 are blocking, 11..18 non-blocking. In CUDA's numbers: 7, 12..19, 21..28.
INSERT INTO stream (id, context_id, cuda_stream_id, type, priority)
	WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 18)
	SELECT i, 1, CASE i WHEN 1 THEN 7 ELSE i + 10 END, CASE WHEN i = 1 THEN 3 WHEN i < 10 THEN 1 ELSE 2 END, 0
	FROM n WHERE i <> 10;

-- Launch shapes, grid x block: of `small` 1: 1 x 32, 2: 1 x 256, 3: 8 x 128, 7: as 4.
-- Of `large` 4: 1056 x 256 (fills the GPU once), 5: 10560 x 256 (ten times), 6: 132 x 1024 (half).
INSERT INTO function VALUES (1, '_Z5smallPf'), (2, '_Z5largePf');
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES
	(1, 1,     1, 1, 1,   32, 1, 1, 0, 0, 0, 16, 0, 0, 32768, NULL, 0, 0, 0),
	(2, 1,     1, 1, 1,  256, 1, 1, 0, 0, 0, 16, 0, 0, 32768, NULL, 0, 0, 0),
	(3, 1,     8, 1, 1,  128, 1, 1, 0, 0, 0, 16, 0, 0, 32768, NULL, 0, 0, 0),
	(4, 2,  1056, 1, 1,  256, 1, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0),
	(5, 2, 10560, 1, 1,  256, 1, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0),
	(6, 2,   132, 1, 1, 1024, 1, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0),
	(7, 1,  1056, 1, 1,  256, 1, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0);

-- ---- one row, one call with what it issued ----
-- Insert in order of call_ns: the calls are numbered in the order of the rows. What is left out has the default.

CREATE TEMP TABLE do_call ( -- a call that issues nothing
	call_ns INTEGER NOT NULL, call_duration_ns INTEGER NOT NULL DEFAULT 3000, api TEXT NOT NULL,
	thread_id INTEGER NOT NULL DEFAULT 1, result INTEGER NOT NULL DEFAULT 0);
CREATE TEMP TRIGGER do_call_row AFTER INSERT ON do_call BEGIN
	INSERT INTO string (text) SELECT new.api WHERE NOT EXISTS (SELECT 1 FROM string WHERE text = new.api);
	INSERT INTO api_call (id, start_ns, duration_ns, thread_id, name_id, result)
		VALUES ((SELECT coalesce(max(id), 0) + 1 FROM api_call), new.call_ns, new.call_duration_ns,
			new.thread_id, (SELECT id FROM string WHERE text = new.api), new.result);
END;

CREATE TEMP TABLE do_launch ( -- a kernel; channel_id: one queue for each stream
	call_ns INTEGER NOT NULL, call_duration_ns INTEGER NOT NULL DEFAULT 3000, start_ns INTEGER NOT NULL,
	duration_ns INTEGER NOT NULL, stream_id INTEGER NOT NULL DEFAULT 1, channel_id INTEGER,
	launch_shape_id INTEGER NOT NULL DEFAULT 1, api TEXT NOT NULL DEFAULT 'cudaLaunchKernel_v7000',
	thread_id INTEGER NOT NULL DEFAULT 1);
CREATE TEMP TRIGGER do_launch_row AFTER INSERT ON do_launch BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api, thread_id)
		VALUES (new.call_ns, new.call_duration_ns, new.api, new.thread_id);
	INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, channel_id)
		VALUES (new.start_ns, new.duration_ns, new.stream_id, new.launch_shape_id,
			(SELECT max(id) FROM api_call), coalesce(new.channel_id, new.stream_id));
END;

CREATE TEMP TABLE do_copy ( -- a copy; copy_kind 1 host to device, 2 device to host, 8 device to device
	call_ns INTEGER NOT NULL, call_duration_ns INTEGER NOT NULL DEFAULT 3000, start_ns INTEGER NOT NULL,
	duration_ns INTEGER NOT NULL, size_bytes INTEGER NOT NULL, copy_kind INTEGER NOT NULL DEFAULT 1,
	is_pinned INTEGER NOT NULL DEFAULT 1, is_async INTEGER NOT NULL DEFAULT 1,
	stream_id INTEGER NOT NULL DEFAULT 1, channel_id INTEGER,
	api TEXT NOT NULL DEFAULT 'cudaMemcpyAsync_v3020', thread_id INTEGER NOT NULL DEFAULT 1, host_address INTEGER);
CREATE TEMP TRIGGER do_copy_row AFTER INSERT ON do_copy BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api, thread_id)
		VALUES (new.call_ns, new.call_duration_ns, new.api, new.thread_id);
	INSERT INTO copy (start_ns, duration_ns, stream_id, size_bytes, copy_kind, source_kind, target_kind,
			is_async, correlation_id, channel_id)
		VALUES (new.start_ns, new.duration_ns, new.stream_id, new.size_bytes, new.copy_kind,
			CASE new.copy_kind WHEN 1 THEN 1 + new.is_pinned ELSE 3 END,
			CASE new.copy_kind WHEN 2 THEN 1 + new.is_pinned ELSE 3 END, new.is_async,
			(SELECT max(id) FROM api_call), coalesce(new.channel_id, 100 + new.copy_kind));
	INSERT INTO copy_address (correlation_id, host_address)
		SELECT (SELECT max(id) FROM api_call), new.host_address WHERE new.host_address IS NOT NULL;
END;

CREATE TEMP TABLE do_fill ( -- a memory set
	call_ns INTEGER NOT NULL, call_duration_ns INTEGER NOT NULL DEFAULT 3000, start_ns INTEGER NOT NULL,
	duration_ns INTEGER NOT NULL, size_bytes INTEGER NOT NULL, stream_id INTEGER NOT NULL DEFAULT 1,
	channel_id INTEGER, is_async INTEGER NOT NULL DEFAULT 1,
	api TEXT NOT NULL DEFAULT 'cudaMemsetAsync_v3020', thread_id INTEGER NOT NULL DEFAULT 1);
CREATE TEMP TRIGGER do_fill_row AFTER INSERT ON do_fill BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api, thread_id)
		VALUES (new.call_ns, new.call_duration_ns, new.api, new.thread_id);
	INSERT INTO fill (start_ns, duration_ns, stream_id, size_bytes, value, memory_kind, is_async, correlation_id,
			channel_id)
		VALUES (new.start_ns, new.duration_ns, new.stream_id, new.size_bytes, 0, 3, new.is_async,
			(SELECT max(id) FROM api_call), coalesce(new.channel_id, new.stream_id));
END;

-- A call that waits for the GPU: for a stream where stream_id is given, else for the context.
CREATE TEMP TABLE do_wait (
	call_ns INTEGER NOT NULL, call_duration_ns INTEGER NOT NULL, stream_id INTEGER,
	api TEXT, thread_id INTEGER NOT NULL DEFAULT 1);
CREATE TEMP TRIGGER do_wait_row AFTER INSERT ON do_wait BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api, thread_id)
		VALUES (new.call_ns, new.call_duration_ns, coalesce(new.api, CASE WHEN new.stream_id IS NULL
			THEN 'cudaDeviceSynchronize_v3020' ELSE 'cudaStreamSynchronize_v3020' END), new.thread_id);
	INSERT INTO synchronization (type, start_ns, duration_ns, context_id, stream_id, correlation_id, result)
		VALUES (CASE WHEN new.stream_id IS NULL THEN 4 ELSE 3 END, new.call_ns + 500,
			max(new.call_duration_ns - 1000, 0), 1, new.stream_id, (SELECT max(id) FROM api_call), 0);
END;

-- A function of the host is put into a stream.
CREATE TEMP TABLE do_host_function (
	call_ns INTEGER NOT NULL, call_duration_ns INTEGER NOT NULL DEFAULT 2000, stream_id INTEGER NOT NULL,
	thread_id INTEGER NOT NULL DEFAULT 1);
CREATE TEMP TRIGGER do_host_function_row AFTER INSERT ON do_host_function BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api, thread_id)
		VALUES (new.call_ns, new.call_duration_ns, 'cudaLaunchHostFunc_v10000', new.thread_id);
	INSERT INTO host_function (stream_id, correlation_id) VALUES (new.stream_id, (SELECT max(id) FROM api_call));
END;

-- Event EVENT_ID is recorded into a stream, and a stream waits for its latest record.
CREATE TEMP TABLE do_event (
	call_ns INTEGER NOT NULL, call_duration_ns INTEGER NOT NULL DEFAULT 2000, event_id INTEGER NOT NULL,
	stream_id INTEGER NOT NULL, thread_id INTEGER NOT NULL DEFAULT 1);
CREATE TEMP TRIGGER do_event_row AFTER INSERT ON do_event BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api, thread_id)
		VALUES (new.call_ns, new.call_duration_ns, 'cudaEventRecord_v3020', new.thread_id);
	INSERT INTO event_record (stream_id, event_id, sync_id, correlation_id)
		VALUES (new.stream_id, new.event_id, (SELECT coalesce(max(sync_id), 0) + 1 FROM event_record),
			(SELECT max(id) FROM api_call));
END;

CREATE TEMP TABLE do_wait_event (
	call_ns INTEGER NOT NULL, call_duration_ns INTEGER NOT NULL DEFAULT 2000, event_id INTEGER NOT NULL,
	stream_id INTEGER NOT NULL, thread_id INTEGER NOT NULL DEFAULT 1);
CREATE TEMP TRIGGER do_wait_event_row AFTER INSERT ON do_wait_event BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api, thread_id)
		VALUES (new.call_ns, new.call_duration_ns, 'cudaStreamWaitEvent_v3020', new.thread_id);
	INSERT INTO synchronization (type, start_ns, duration_ns, context_id, stream_id, event_id, sync_id,
			correlation_id, result)
		VALUES (2, new.call_ns, 0, 1, new.stream_id, new.event_id,
			(SELECT max(sync_id) FROM event_record WHERE event_id = new.event_id),
			(SELECT max(id) FROM api_call), 0);
END;

-- ---- what was measured inside kernels ----

-- A metric of the measured launches of a shape. A shape becomes measured with the first row.
CREATE TEMP TABLE do_metric (launch_shape_id INTEGER NOT NULL, name TEXT NOT NULL, value REAL NOT NULL);
CREATE TEMP TRIGGER do_metric_row AFTER INSERT ON do_metric BEGIN
	INSERT INTO metric (name) SELECT new.name WHERE NOT EXISTS (SELECT 1 FROM metric WHERE name = new.name);
	INSERT INTO measured_launch (launch_shape_id, ordinal, passes) SELECT new.launch_shape_id, 1, 1
		WHERE NOT EXISTS (SELECT 1 FROM measured_launch WHERE launch_shape_id = new.launch_shape_id);
	INSERT INTO launch_metric VALUES ((SELECT id FROM measured_launch
		WHERE launch_shape_id = new.launch_shape_id), (SELECT id FROM metric WHERE name = new.name), new.value);
END;

-- A metric of an instruction, of module 4711 (code.sql). The value is stored as an integer.
CREATE TEMP TABLE do_count (launch_shape_id INTEGER NOT NULL, pc INTEGER NOT NULL, name TEXT NOT NULL,
	value INTEGER NOT NULL);
CREATE TEMP TRIGGER do_count_row AFTER INSERT ON do_count BEGIN
	INSERT INTO metric (name) SELECT new.name WHERE NOT EXISTS (SELECT 1 FROM metric WHERE name = new.name);
	INSERT INTO measured_launch (launch_shape_id, ordinal, passes) SELECT new.launch_shape_id, 1, 1
		WHERE NOT EXISTS (SELECT 1 FROM measured_launch WHERE launch_shape_id = new.launch_shape_id);
	INSERT INTO instruction_metric (measured_launch_id, module_crc, pc_offset_bytes, metric_id, value)
		VALUES ((SELECT id FROM measured_launch WHERE launch_shape_id = new.launch_shape_id), 4711, new.pc,
			(SELECT id FROM metric WHERE name = new.name), new.value);
END;

-- Samples of warps at an instruction. not_issued: those in which the scheduler issued nothing. They come in no known period, since
-- they are far fewer than SMs would give in the time of these kernels: a fixture in which their number tells something sets it.
CREATE TEMP TABLE do_sample (function_id INTEGER NOT NULL, pc INTEGER NOT NULL DEFAULT 0, reason TEXT NOT NULL,
	samples INTEGER NOT NULL, not_issued INTEGER NOT NULL DEFAULT 0);
CREATE TEMP TRIGGER do_sample_row AFTER INSERT ON do_sample BEGIN
	INSERT OR IGNORE INTO pc_sampling VALUES (1, NULL, 0, 0, 0);
	INSERT INTO stall_reason (name) SELECT name FROM (
			SELECT 'smsp__pcsamp_warps_issue_stalled_' || new.reason AS name
			UNION ALL SELECT 'smsp__pcsamp_warps_issue_stalled_' || new.reason || '_not_issued') AS n
		WHERE NOT EXISTS (SELECT 1 FROM stall_reason WHERE name = n.name);
	INSERT INTO pc_sample (context_id, function_id, module_crc, pc_offset_bytes, stall_reason_id, samples)
		SELECT 1, new.function_id, 4711, new.pc, id, new.samples FROM stall_reason
			WHERE name = 'smsp__pcsamp_warps_issue_stalled_' || new.reason;
	INSERT INTO pc_sample (context_id, function_id, module_crc, pc_offset_bytes, stall_reason_id, samples)
		SELECT 1, new.function_id, 4711, new.pc, id, new.not_issued FROM stall_reason
			WHERE new.not_issued > 0
			AND name = 'smsp__pcsamp_warps_issue_stalled_' || new.reason || '_not_issued';
	UPDATE pc_sampling SET samples = samples + new.samples;
END;

-- Ten launches of a shape, one after another, 500 us each, and a wait for them: what most fixtures of rules about
-- the inside of kernels need.
CREATE TEMP TABLE do_ten_launches (launch_shape_id INTEGER NOT NULL);
CREATE TEMP TRIGGER do_ten_launches_row AFTER INSERT ON do_ten_launches BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
		SELECT 4000 * i, 6000 + 501000 * i, 500000, new.launch_shape_id FROM n;
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4975000);
END;
