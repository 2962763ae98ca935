-- SPDX-License-Identifier: MIT
-- do_turn: from START_NS on, thread THREAD copies in for 100 us, runs a kernel for KERNEL_NS, copies out for 100 us, in
-- stream STREAM, and waits: 230 us and the kernel in all.
CREATE TEMP TABLE do_turn (start_ns INTEGER, thread INTEGER, stream INTEGER, kernel_ns INTEGER DEFAULT 200000);
CREATE TEMP TRIGGER do_turn_row AFTER INSERT ON do_turn BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id, thread_id)
		VALUES (new.start_ns, new.start_ns + 10000, 100000, 5 << 20, new.stream, new.thread);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id, thread_id)
		VALUES (new.start_ns + 4000, new.start_ns + 112000, new.kernel_ns, new.stream, 5, new.thread);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id, thread_id)
		VALUES (new.start_ns + 8000, new.start_ns + 114000 + new.kernel_ns, 100000, 5 << 20, 2, new.stream, new.thread);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id, thread_id)
		VALUES (new.start_ns + 12000, 218000 + new.kernel_ns, new.stream, new.thread);
END;
