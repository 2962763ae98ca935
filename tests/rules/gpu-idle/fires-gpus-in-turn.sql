-- SPDX-License-Identifier: MIT
-- include: peers.sql
-- Two GPUs: the host copies in, launches and copies out in a blocking call on one, then on the other, 20 times. While one
-- works the other has nothing.
-- expect-count: 2
-- expect: subject="GPU 0", advice~"The GPUs take turns", evidence~"by turns with this one"
-- expect: subject="GPU 1", advice~"The GPUs take turns", evidence~"by turns with this one"
CREATE TEMP TABLE turn (i INTEGER, stream INTEGER, now_ns INTEGER);
CREATE TEMP TRIGGER turn_row AFTER INSERT ON turn BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (new.now_ns, new.now_ns + 6000, 1000000, new.stream, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_async, stream_id, api)
		VALUES (new.now_ns + 4000, 1040000, new.now_ns + 1008000, 20000, 1000000, 2, 0, new.stream, 'cudaMemcpy_v3020');
END;
INSERT INTO turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT i, CASE i % 2 WHEN 0 THEN 1 ELSE (SELECT min(s.id) FROM stream s JOIN context c ON c.id = s.context_id WHERE c.device_id = 1) END,
	1046000 * i FROM n;
