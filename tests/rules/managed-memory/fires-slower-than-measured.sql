-- SPDX-License-Identifier: MIT
-- Ten launches of 500 us in a program with managed memory; measured, with its pages in place, the kernel takes 100 us.
-- expect: severity=warning, subject~small, cost_ns=3900000..4100000, gain=null, occurrences=10, evidence~128 MiB
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches (launch_shape_id) VALUES (7);
INSERT INTO do_metric (launch_shape_id, name, value) VALUES (7, 'gpu__time_duration.sum', 100000);
