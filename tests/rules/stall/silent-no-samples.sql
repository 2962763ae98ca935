-- SPDX-License-Identifier: MIT
-- abstains: --stalls
INSERT INTO do_ten_launches VALUES (5);
