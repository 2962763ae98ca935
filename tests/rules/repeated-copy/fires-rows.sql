-- SPDX-License-Identifier: MIT
-- Six times a table of 32 MiB and one of 16 go in, one right behind the other: the host cannot have written them in between.
-- expect: severity=note, gain=null, subject="copies in rows", occurrences=6, headline~"2 copies came 6 times", evidence~"48.0 MiB", cost_ns=44000000..45000000
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_async, is_pinned)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
	SELECT 8960000 * (i / 2) + 5970000 * (i % 2), 5960000 / (1 + i % 2), 8960000 * (i / 2) + 5970000 * (i % 2) + 20000, 5900000 / (1 + i % 2), (32 << 20) / (1 + i % 2), 0, 0 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (12 * 4480000, 12 * 4480000 + 4000, 5000, 5);
