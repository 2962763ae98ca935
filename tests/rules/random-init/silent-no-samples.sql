-- SPDX-License-Identifier: MIT
-- Nothing is known of what its warps did.
-- include: random.sql
INSERT INTO do_ten_launches VALUES (5);
