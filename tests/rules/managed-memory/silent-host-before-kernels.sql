-- SPDX-License-Identifier: MIT
-- As fires-host-stands-still.sql, but the host waits for no kernel: the work is before the first one and beside them.
-- abstains: managed memory is in use
-- include: behind.sql
UPDATE string SET text = 'cudaStreamQuery' WHERE text LIKE '%Synchronize%';
DELETE FROM synchronization;
