-- SPDX-License-Identifier: MIT
-- As fires-host-stands-still.sql, but that is 4 MiB of managed memory: not what it stands still for all that time.
-- abstains: managed memory is in use
-- include: behind.sql
UPDATE allocation SET size_bytes = 4 << 20;
