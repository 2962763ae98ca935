-- SPDX-License-Identifier: MIT
-- As fires-memory-sets.sql, but each of half a MiB: as slow as that is, it may be for other reasons.
-- include: managed-memory/fires-memory-sets.sql
-- budget: fill>=1, migration<=1
-- abstains: managed memory is in use
UPDATE fill SET size_bytes = 1 << 19;
