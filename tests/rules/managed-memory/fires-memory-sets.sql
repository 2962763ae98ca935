-- SPDX-License-Identifier: MIT
-- Managed memory of 1 GiB is set twice, at 10 GB/s: the pages come to the device meanwhile, although all was prefetched at
-- some time. The calls wait for that: it is no start of CUDA, although the first one is the first of all.
-- expect-count: 1
-- expect: severity=warning, subject="memory sets", cost_ns=210000000..214800000, occurrences=2, headline~"2 memory sets", headline~"no faster than the bus", advice~"cudaMemDiscard", gain=null
-- budget: migration>=90, fill<=1, start-up<=1
-- abstains: managed memory is in use
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 1 << 30, 4096, 0, 0, 1);
INSERT INTO do_fill (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_async) VALUES (0, 107400000, 5000, 107374182, 1 << 30, 0);
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (107500000, 80000, 'cudaMemPrefetchAsync_v13000');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (107600000, 107606000, 4000000, 7);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (107604000, 4010000);
INSERT INTO do_fill (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_async) VALUES (112000000, 107400000, 112005000, 107374182, 1 << 30, 0);
UPDATE fill SET memory_kind = 5;
