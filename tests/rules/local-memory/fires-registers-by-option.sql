-- SPDX-License-Identifier: MIT
-- -maxrregcount=40 leaves the kernel 40 registers.
-- include: spilled_option.sql
-- expect: severity=note, headline!~indexed, advice~"Allow more registers than 40", advice~"no -maxrregcount", advice!~__launch_bounds__
UPDATE launch_shape SET registers_per_thread = 40 WHERE id = 7;
INSERT INTO do_ten_launches VALUES (7);
