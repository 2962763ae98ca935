-- SPDX-License-Identifier: MIT
-- The same without counters: twelve SMs have nothing to do, and more is not known.
-- expect: severity=warning, cost_ns=440000..470000, headline~"12 of 132 SMs"
UPDATE launch_shape SET grid_x = 120 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
