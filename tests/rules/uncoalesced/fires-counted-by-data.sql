-- SPDX-License-Identifier: MIT
-- Sectors of each instruction: 96 % of those in excess are of the load whose address was loaded just before, at 0x150.
-- include: gather.sql
-- expect: severity=note, evidence~"96 % of the sectors in excess", advice~"sorted or binned by their index", advice!~"swap the indices"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_count VALUES (5, 0x110, 'smsp__sass_sectors_mem_global', 5000000), (5, 0x110, 'smsp__sass_sectors_mem_global_ideal', 4000000),
	(5, 0x150, 'smsp__sass_sectors_mem_global', 28000000), (5, 0x150, 'smsp__sass_sectors_mem_global_ideal', 4000000);
