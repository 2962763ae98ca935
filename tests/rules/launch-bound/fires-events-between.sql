-- SPDX-License-Identifier: MIT
-- Kernels of 1.5 us, turn by turn on two streams, with an event in between: a library's cells of two layers. A capture allows all
-- of these calls, so that one graph holds them.
-- include: between_events.sql
-- expect: severity=warning, occurrences=399, gain_percent=40..80, evidence~"6.992 us in calls, 1.496 us between calls", evidence~"between them 796 calls for events, which a graph needs no calls for", evidence~"rows of launches 1, the longest of 399 kernels"
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399)
	SELECT 8500 * i, 7000 + 8500 * i, 1500, 11 + i % 2, 12 - i % 2 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (3400000, 8000);
