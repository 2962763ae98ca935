-- SPDX-License-Identifier: MIT
-- As fires-host-stands-still.sql, but the host hardly runs at all: it sleeps, or waits for something.
-- abstains: managed memory is in use
-- include: behind.sql
UPDATE host_sample SET asked_ns = time_ns - 300000;
