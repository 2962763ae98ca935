-- SPDX-License-Identifier: MIT
-- As fires-host-stands-still.sql, but the host runs nearly all the time.
-- abstains: managed memory is in use
-- include: behind.sql
UPDATE host_sample SET asked_ns = time_ns - 8000000;
