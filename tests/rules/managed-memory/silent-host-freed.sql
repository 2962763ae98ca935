-- SPDX-License-Identifier: MIT
-- As fires-host-stands-still.sql, but the managed memory is gone behind the first kernel.
-- abstains: managed memory is in use
-- include: behind.sql
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (3000, 2, 5, 1 << 30, 4096, 0, 0, 1);
