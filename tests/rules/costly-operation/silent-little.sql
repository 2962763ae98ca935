-- SPDX-License-Identifier: MIT
-- 4 % of the time.
-- include: costly.sql
INSERT INTO do_steps VALUES (20, 4300);
