-- SPDX-License-Identifier: MIT
-- Twenty times the same 32 MiB, and no kernel that reads them: a measurement of the bus.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_async, is_pinned, host_address)
		VALUES (626000 * new.i, 615000, 10000 + 626000 * new.i, 600000, 32 << 20, 0, 0, 1 << 40);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (20 * 626000, 10000);
