-- SPDX-License-Identifier: MIT
-- 240 blocks on 132 SMs: 108 of them have two, 24 have one and end early. Only that is known without counters.
-- expect: severity=warning, cost_ns=430000..480000, headline~"with 240 blocks"
UPDATE launch_shape SET grid_x = 240 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
