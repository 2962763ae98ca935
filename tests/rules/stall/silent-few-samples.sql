-- SPDX-License-Identifier: MIT
-- abstains: --stall-period
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0, 'long_scoreboard', 50, 50);
