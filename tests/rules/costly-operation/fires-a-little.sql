-- SPDX-License-Identifier: MIT
-- 6 % of the time.
-- include: costly.sql
-- expect: occurrences=20, cost_ns=140000
INSERT INTO do_steps VALUES (20, 7000);
