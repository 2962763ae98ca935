-- SPDX-License-Identifier: MIT
-- Warps wait for data from memory, as they do in any kernel that keeps it busy; nothing tells whether this one does.
-- abstains: whether memory is busy
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0, 'long_scoreboard', 900, 900), (2, 16, 'selected', 100, 0);
