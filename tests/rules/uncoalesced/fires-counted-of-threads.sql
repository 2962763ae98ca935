-- SPDX-License-Identifier: MIT
-- As fires-counted-of-both.sql, but the load by data is coalesced: its places are neighbours as it is.
-- include: gather.sql
-- expect: severity=warning, evidence!~"by data", advice~"swap the indices", advice!~"sort or bin"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_count VALUES (5, 0x110, 'smsp__sass_sectors_mem_global', 28000000), (5, 0x110, 'smsp__sass_sectors_mem_global_ideal', 4000000),
	(5, 0x150, 'smsp__sass_sectors_mem_global', 5000000), (5, 0x150, 'smsp__sass_sectors_mem_global_ideal', 4000000);
