-- SPDX-License-Identifier: MIT
-- Two GPUs share each step's work (include peers.sql first). do_share: step I, in which a kernel of device 0 (stream 11) takes FIRST_NS and
-- one of device 1 (stream 31) SECOND_NS, beside each other; THREAD_ID launches the second and waits for it. The host waits for both.
CREATE TEMP TABLE do_share (i INTEGER NOT NULL, first_ns INTEGER NOT NULL, second_ns INTEGER NOT NULL,
	thread_id INTEGER NOT NULL DEFAULT 1, shape_id INTEGER NOT NULL DEFAULT 4);
CREATE TEMP TRIGGER do_share_row AFTER INSERT ON do_share BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (600000 * new.i, 600000 * new.i + 6000, new.first_ns, 11, new.shape_id);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id, channel_id, thread_id)
		VALUES (600000 * new.i + 4000, 600000 * new.i + 10000, new.second_ns, 31, new.shape_id, 131, new.thread_id);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id)
		VALUES (600000 * new.i + 8000, new.first_ns, 11);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id, thread_id)
		VALUES (600000 * new.i + 9000 + new.first_ns * (new.thread_id = 1), max(new.second_ns - new.first_ns * (new.thread_id = 1), 0) + 3000, 31, new.thread_id);
END;
