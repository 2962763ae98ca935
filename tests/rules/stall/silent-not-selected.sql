-- SPDX-License-Identifier: MIT
-- Warps are ready, and wait for their turn: good news.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0, 'not_selected', 700, 0), (2, 0, 'selected', 200, 0), (2, 0, 'wait', 100, 40);
