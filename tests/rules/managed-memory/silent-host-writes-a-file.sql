-- SPDX-License-Identifier: MIT
-- As fires-host-stands-still.sql, but three quarters of what the host runs is in libc: it writes, and stands still for the file.
-- abstains: managed memory is in use
-- include: behind.sql
UPDATE host_sample SET host_stack_id = 2 WHERE id % 4 <> 0;
