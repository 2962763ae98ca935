-- SPDX-License-Identifier: MIT
-- Forty copies of eight streams, all issued at once: the engine takes the second of a pair before the first. All that each
-- waits for is the engine.
-- expect: severity=note, occurrences=40
-- budget: copy-engine>=60, unexplained<=1
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 4000 * i, 10000 + 302000 * (i + 1 - 2 * (i % 2)), 300000, 16 << 20, 11 + i % 8 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (164000, 11930000);
