-- SPDX-License-Identifier: MIT
-- abstains: --metrics
INSERT INTO do_ten_launches VALUES (5);
