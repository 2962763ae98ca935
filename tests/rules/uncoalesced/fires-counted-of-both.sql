-- SPDX-License-Identifier: MIT
-- As fires-counted-by-data.sql, but a load whose address no data decide has as many in excess: both can be helped, in two ways.
-- include: gather.sql
-- expect: severity=warning, evidence~"50 % of the sectors in excess", advice~"swap the indices", advice~"sort or bin the items by it"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_count VALUES (5, 0x110, 'smsp__sass_sectors_mem_global', 28000000), (5, 0x110, 'smsp__sass_sectors_mem_global_ideal', 4000000),
	(5, 0x150, 'smsp__sass_sectors_mem_global', 28000000), (5, 0x150, 'smsp__sass_sectors_mem_global_ideal', 4000000);
