-- SPDX-License-Identifier: MIT
-- 1 GiB of pageable memory is copied to managed memory, as slowly as such copies are.
-- abstains: managed memory is in use
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 1 << 30, 4096, 0, 0, 1);
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (1000, 80000, 'cudaMemPrefetchAsync_v13000');
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async) VALUES (100000, 107390000, 106000, 107374182, 1 << 30, 1, 0, 0);
UPDATE copy SET target_kind = 5;
