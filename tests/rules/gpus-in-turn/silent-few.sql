-- SPDX-License-Identifier: MIT
-- Three steps in turn are no loop.
-- include: peers.sql
-- include: turns.sql
INSERT INTO do_turn VALUES (0, 500000, 500000), (1, 500000, 500000), (2, 500000, 500000);
