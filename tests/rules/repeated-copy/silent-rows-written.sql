-- SPDX-License-Identifier: MIT
-- As fires-rows, but the host has 100 us before each round: time to write 48 MiB.
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_async, is_pinned)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
	SELECT 9100000 * (i / 2) + 5970000 * (i % 2), 5960000 / (1 + i % 2), 9100000 * (i / 2) + 5970000 * (i % 2) + 20000, 5900000 / (1 + i % 2), (32 << 20) / (1 + i % 2), 0, 0 FROM n;
