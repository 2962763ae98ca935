-- SPDX-License-Identifier: MIT
-- do_allocation: a call that allocates (OPERATION 1) or frees (2) memory of the device, with its record.
CREATE TEMP TABLE do_allocation (call_ns INTEGER, call_duration_ns INTEGER, operation INTEGER, size_bytes INTEGER,
	address INTEGER, api TEXT, is_async INTEGER DEFAULT 0);
CREATE TEMP TRIGGER do_allocation_row AFTER INSERT ON do_allocation BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (new.call_ns, new.call_duration_ns, new.api);
	INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
		VALUES (new.call_ns + 1000, new.operation, 3, new.size_bytes, new.address, 0, new.is_async,
			(SELECT max(id) FROM api_call));
END;
