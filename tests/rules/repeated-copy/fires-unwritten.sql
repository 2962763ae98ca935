-- SPDX-License-Identifier: MIT
-- 256 MiB of pageable memory go to the device at 4 GB/s, a kernel runs, and as much comes back at 1.1 GB/s: only now its pages
-- are mapped, so that the copy in brought nothing.
-- expect-count: 1
-- expect: severity=warning, subject="memory that nobody wrote to", cost_ns=67000000..67200000, occurrences=1, headline~"1 copy to the device, of 256 MiB, is from", advice~"Leave the copy out", gain_ns=60000000..68000000
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async, host_address) VALUES (0, 67200000, 10000, 67108864, 256 << 20, 0, 0, 0x7f0000000010);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (67210000, 67220000, 5000000, 7);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (67214000, 5010000);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, host_address) VALUES (72230000, 244100000, 72240000, 244032000, 256 << 20, 2, 0, 0, 0x7f0000000010);
