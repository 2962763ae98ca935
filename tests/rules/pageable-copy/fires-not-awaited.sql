-- SPDX-License-Identifier: MIT
-- The host writes 8 MiB to a file behind each copy, for 1.6 ms, and waits for none: pinned, they would not be there yet. A replay
-- lets it wait for them: 11 x (990 - 157) us are won, less the pinning, and not what the host writes meanwhile.
-- expect: subject="device to host", severity=warning, evidence~"behind 10 copies the host goes on by itself, for up to 1.595 ms", advice~"Then wait for each copy", gain_percent=20..21
-- expect-count: 1
CREATE TEMP TABLE do_step (at_ns INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (new.at_ns, new.at_ns + 6000, 400000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async)
		VALUES (new.at_ns + 5000, 1400000, new.at_ns + 407000, 990000, 8 << 20, 2, 0, 1);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT 3000000 * i FROM n;
