-- SPDX-License-Identifier: MIT
-- As fires-memory-sets.sql, but twice as fast as the bus: on the device.
-- include: managed-memory/fires-memory-sets.sql
-- budget: fill>=1, migration<=1
-- abstains: managed memory is in use
UPDATE fill SET duration_ns = 8000000;
