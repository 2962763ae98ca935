-- SPDX-License-Identifier: MIT
-- As fires-host-stands-still.sql, but the host runs in libc: it writes, and stands still for the file.
-- abstains: managed memory is in use
-- include: behind.sql
UPDATE host_sample SET host_stack_id = 2;
