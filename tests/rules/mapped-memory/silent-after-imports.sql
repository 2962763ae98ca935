-- SPDX-License-Identifier: MIT
-- As silent-not-measured.sql behind two seconds of imports: what the kernel takes is all of the rest.
-- abstains: of the time, counters tell
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (-2000000000, 5000, 'cudaGetDeviceCount_v3020');
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 2, 25 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches (launch_shape_id) VALUES (7);
