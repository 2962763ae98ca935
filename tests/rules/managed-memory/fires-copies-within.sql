-- SPDX-License-Identifier: MIT
-- Managed memory of 1 GiB is copied to the device's own, at 10 GB/s: it lies on the host.
-- expect-count: 1
-- expect: severity=warning, subject="copies within the device", cost_ns=105000000..107374182, occurrences=1, headline~"1 copy", gain=null
-- abstains: managed memory is in use
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 1 << 30, 4096, 0, 0, 1);
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (1000, 80000, 'cudaMemPrefetchAsync_v13000');
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind) VALUES (100000, 106000, 107374182, 1 << 30, 8);
UPDATE copy SET source_kind = 5, target_kind = 3;
