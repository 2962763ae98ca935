-- SPDX-License-Identifier: MIT
-- The same, and nothing tells whether arguments were large.
-- include: sine.sql
INSERT INTO do_ten_launches VALUES (5);
