-- SPDX-License-Identifier: MIT
-- do_request: thread 1 + I % THREADS launches kernel I of 100 us into STREAM and waits for it, again and again: the next one
-- PAUSE_NS after it was waked. The kernels run one after another, every 101 us.
CREATE TEMP TABLE do_request (i INTEGER, threads INTEGER DEFAULT 2, stream INTEGER DEFAULT 1, shape INTEGER DEFAULT 2,
	pause_ns INTEGER DEFAULT 5000);
CREATE TEMP TABLE request_call AS SELECT 0 AS ns;
CREATE TEMP TRIGGER do_request_row AFTER INSERT ON do_request BEGIN
	INSERT OR IGNORE INTO thread VALUES (1 + new.i % new.threads, 101 + new.i % new.threads, NULL);
	UPDATE request_call SET ns = iif(new.i < new.threads, 10000 * new.i,
		101000 * (new.i - new.threads) + 114000 + new.pause_ns);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id, thread_id)
		SELECT ns, 101000 * new.i + 9000, 100000, new.stream, new.shape, 1 + new.i % new.threads FROM request_call;
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id, thread_id)
		SELECT ns + 4000, 101000 * new.i + 110000 - ns, new.stream, 1 + new.i % new.threads FROM request_call;
END;
