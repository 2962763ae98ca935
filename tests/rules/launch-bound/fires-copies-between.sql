-- SPDX-License-Identifier: MIT
-- 500 operations of 1 us, one every 5 us, of which each fifth is a copy within the GPU, and each tenth a memory set: a graph has nodes for
-- them as well, so that it is one row (without the first two, of which one loads the kernel).
-- expect: severity=warning, occurrences=349, evidence~"the longest of 498 operations", evidence~"149 copies and memory sets", gain_percent=60..90
CREATE TEMP TABLE step(i INTEGER, ns INTEGER);
CREATE TEMP TRIGGER step_launch AFTER INSERT ON step WHEN new.i % 10 NOT IN (0, 5, 9) BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns) VALUES (new.ns, 4700, new.ns + 7000, 1000);
END;
CREATE TEMP TRIGGER step_copy AFTER INSERT ON step WHEN new.i % 10 IN (0, 5) BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind) VALUES (new.ns, 4700, new.ns + 7000, 1000, 4096, 8);
END;
CREATE TEMP TRIGGER step_fill AFTER INSERT ON step WHEN new.i % 10 = 9 BEGIN
	INSERT INTO do_fill (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes) VALUES (new.ns, 4700, new.ns + 7000, 1000, 4096);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499) SELECT i, 5000 * i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2500000, 6000);
