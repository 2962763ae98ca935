-- SPDX-License-Identifier: MIT
-- fires-operations-without-waits.sql with a short wait behind one of 40 operations: not the waits before these gaps are what is short,
-- hardly any has one.
-- expect: advice~"Hardly any of these gaps", advice!~"waits before these gaps are short", not_predicted~"has to become less"
UPDATE function SET name = '_ZN2at6native18elementwise_kernelILi128ELi4EEEviT1_';
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 39)
		SELECT 60000 * (40 * new.i + k), 6000 + 60000 * (40 * new.i + k), 10000, 4 FROM n;
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (60000 * (40 * new.i + 39) + 13000, 4000);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT i FROM n;
