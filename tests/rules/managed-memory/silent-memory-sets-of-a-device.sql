-- SPDX-License-Identifier: MIT
-- As fires-memory-sets.sql, but they set memory of the device; how slow they ever are, no pages come.
-- include: managed-memory/fires-memory-sets.sql
-- budget: migration<=1
-- abstains: managed memory is in use
UPDATE fill SET memory_kind = 3;
