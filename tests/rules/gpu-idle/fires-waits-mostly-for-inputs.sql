-- SPDX-License-Identifier: MIT
-- Each step copies 2 MiB to the GPU, waits for them and prepares for 200 us, as it does behind the kernel; each third step takes a number
-- to the host. Three of four waits for copies are for inputs: these are what is to be moved.
-- expect: headline~work of its own, advice~"copies of its own data to the GPU", evidence~"to the device, each waited for", evidence~"copies of 4 B to the host, each waited for"
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes) VALUES (500000 * new.i, 500000 * new.i + 4000, 40000, 2097152);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (500000 * new.i + 3500, 42000, 1);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (500000 * new.i + 245000, 500000 * new.i + 250000, 50000);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind)
		SELECT 500000 * new.i + 249000, 500000 * new.i + 301000, 2000, 4, 2 WHERE new.i % 3 = 0;
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) SELECT 500000 * new.i + 253000, 52000, 1 WHERE new.i % 3 = 0;
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 98) SELECT i FROM n;
