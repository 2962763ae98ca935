-- SPDX-License-Identifier: MIT
-- 120 streams in one queue, each with a copy in of 100 us, a kernel of 20 and a copy out of 100, depth-first. Without the queue
-- kernels and both directions overlap, but there is one engine for each direction: the copies in take 12 ms of 14.9 by themselves.
-- expect: gain_ns=2400000..2850000
-- expect-count: 1
INSERT INTO stream (id, context_id, cuda_stream_id, type, priority)
	WITH RECURSIVE n(i) AS (SELECT 101 UNION ALL SELECT i + 1 FROM n WHERE i < 220) SELECT i, 1, i, 2, 0 FROM n;
CREATE TEMP TABLE do_part (i, chain, part);
CREATE TEMP TRIGGER do_part_row AFTER INSERT ON do_part BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id, channel_id)
		SELECT 4000 * new.i, 6000 + 123200 * new.chain, 100000, 5000000, 1, 101 + new.chain, 1 WHERE new.part = 0;
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, channel_id)
		SELECT 4000 * new.i, 107000 + 123200 * new.chain, 20000, 101 + new.chain, 1 WHERE new.part = 1;
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id, channel_id)
		SELECT 4000 * new.i, 128000 + 123200 * new.chain, 100000, 5000000, 2, 101 + new.chain, 1 WHERE new.part = 2;
END;
INSERT INTO do_part WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 359) SELECT i, i / 3, i % 3 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (1440000, 13450000);
