-- SPDX-License-Identifier: MIT
-- As fires-host-stands-still.sql, but the host runs for three quarters of the time and more.
-- abstains: managed memory is in use
-- include: behind.sql
UPDATE host_sample SET asked_ns = time_ns - 6900000;
