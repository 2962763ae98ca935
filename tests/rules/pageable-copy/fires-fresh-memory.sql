-- SPDX-License-Identifier: MIT
-- A result of 16 MiB goes into memory from malloc() that nobody has touched: page faults make it 12 ms. Pinning wins.
-- expect: subject="device to host", severity=warning, occurrences=1, cost_ns=11600000..11800000, gain_percent=26..28, advice~"Copy less, first of all", evidence~"nobody has written to yet", evidence~"wins its part of 12.00 ms"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 500000, 5);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
	VALUES (10000, 12510000, 510000, 12000000, 16 << 20, 2, 0, 0, 'cudaMemcpy_v3020');
