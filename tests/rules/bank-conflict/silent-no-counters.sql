-- SPDX-License-Identifier: MIT
-- abstains: --metrics=memory
INSERT INTO do_ten_launches VALUES (5);
