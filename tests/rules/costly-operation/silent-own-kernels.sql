-- SPDX-License-Identifier: MIT
-- The same time in a kernel of the program's own.
-- include: costly.sql
UPDATE function SET name = '_Z5largePf' WHERE id = 2;
INSERT INTO do_steps VALUES (20, 50000);
