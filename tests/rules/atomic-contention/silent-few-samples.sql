-- SPDX-License-Identifier: MIT
-- abstains: --stalls
-- include: code.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 432, 'lg_throttle', 20);
