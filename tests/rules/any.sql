-- SPDX-License-Identifier: MIT
-- One after another: launches of 4.7 us, of kernels of 1 us, and waits (is_end), in the order of their time.
CREATE TEMP VIEW do_any AS SELECT 0 AS call_ns, 0 AS is_end;
CREATE TEMP TRIGGER do_launch_any INSTEAD OF INSERT ON do_any WHEN NOT NEW.is_end BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns) VALUES (NEW.call_ns, 4700, NEW.call_ns + 7000, 1000); END;
CREATE TEMP TRIGGER do_end_any INSTEAD OF INSERT ON do_any WHEN NEW.is_end BEGIN
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (NEW.call_ns, 6000); END;
