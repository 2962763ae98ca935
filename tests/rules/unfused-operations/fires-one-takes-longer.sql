-- SPDX-License-Identifier: MIT
-- As fires-rows.sql, but one kernel takes 5 ms, since it touches memory first, for example: it is no example of what they do.
-- include: operations.sql
-- expect: operations~"duration_ns': 100000", operations!~"duration_ns': 5000000"
INSERT INTO do_row VALUES (0, 8), (9, 8), (18, 8), (27, 8);
UPDATE kernel SET duration_ns = 5000000 WHERE id = 30;
UPDATE kernel SET start_ns = start_ns + 4900000 WHERE id > 30;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (150000, 8500000);
