-- SPDX-License-Identifier: MIT
-- Each step waits for three numbers, with 100 us of the host's own work behind each, and for one copy of 2 MiB to the GPU: the results
-- are what its advice is about, and the inputs a quarter of it.
-- expect: headline~work of its own, advice!~"copies of its own data to the GPU", advice~"look at results a step later", evidence~"to the device, each waited for", evidence~"copies of 4 B to the host, each waited for"
CREATE TEMP TABLE look(start_ns INTEGER);
CREATE TEMP TRIGGER look_row AFTER INSERT ON look BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (new.start_ns, new.start_ns + 5000, 50000);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind) VALUES (new.start_ns + 4000, new.start_ns + 56000, 2000, 4, 2);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (new.start_ns + 8000, 52000, 1);
END;
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes) VALUES (700000 * new.i, 700000 * new.i + 4000, 40000, 2097152);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (700000 * new.i + 3500, 42000, 1);
	INSERT INTO look WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 2) SELECT 700000 * new.i + 150000 + 160000 * k FROM n;
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 98) SELECT i FROM n;
