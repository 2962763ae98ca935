-- SPDX-License-Identifier: MIT
-- Behind ten numbers that a step takes to the host, one by one, it copies 4 KiB to the GPU, behind a kernel of 500 us: the copies to the GPU
-- are one in eleven of the waits, and most of the time in them.
-- expect: headline~work of its own, evidence~"copies of 4 B to the host, each waited for", evidence~"copies of 4.00 KiB to the device, each waited for"
CREATE TEMP TABLE look(start_ns INTEGER);
CREATE TEMP TRIGGER look_row AFTER INSERT ON look BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (new.start_ns, new.start_ns + 5000, 10000);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind) VALUES (new.start_ns + 4000, new.start_ns + 16000, 2000, 4, 2);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (new.start_ns + 8000, 12000, 1);
END;
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO look WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 9) SELECT 2000000 * new.i + 100000 * k FROM n;
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (2000000 * new.i + 1100000, 2000000 * new.i + 1105000, 500000);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes) VALUES (2000000 * new.i + 1104000, 2000000 * new.i + 1606000, 3000, 4096);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (2000000 * new.i + 1108000, 503000, 1);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49) SELECT i FROM n;
