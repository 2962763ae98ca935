-- SPDX-License-Identifier: MIT
-- As fires-events-between.sql, but behind every second launch the host asks whether an event is done: what it launches next may depend on that.
-- include: between_events.sql
CREATE TEMP TRIGGER do_ask AFTER INSERT ON do_turn WHEN NEW.stream_id = 12 BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (NEW.at_ns + 8100, 300, 'cudaEventQuery_v3020'); END;
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399)
	SELECT 8500 * i, 7000 + 8500 * i, 1500, 11 + i % 2, 12 - i % 2 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (3400000, 8000);
