-- SPDX-License-Identifier: MIT
-- As fires-host-stands-still.sql, but results of 1 MiB are copied to the host: it may be their pages, or a file of them.
-- abstains: managed memory is in use
-- include: behind.sql
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind) VALUES (1000090000, 1000096000, 30000, 1 << 20, 2);
