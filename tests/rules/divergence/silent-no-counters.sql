-- SPDX-License-Identifier: MIT
-- A timeline without counters.
-- abstains: --metrics
INSERT INTO do_ten_launches VALUES (5);
