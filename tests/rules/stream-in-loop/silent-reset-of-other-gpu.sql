-- SPDX-License-Identifier: MIT
-- A program that is done with each of its GPUs in turn: what takes long behind the reset of the one is work of another's.
-- include: peers.sql
-- include: allocations.sql
-- include: resets.sql
INSERT INTO context SELECT 200, 1, 7, NULL, NULL;
INSERT INTO stream VALUES (300, 200, 7, 3, 0);
INSERT INTO do_reset (call_ns, context_id, malloc_ns) VALUES (0, 1, 1000000);
INSERT INTO do_reset (call_ns, context_id, malloc_ns) VALUES (60000000, 200, 90000000);
INSERT INTO do_reset (call_ns, context_id, malloc_ns) VALUES (210000000, 1, 1000000);
INSERT INTO do_reset (call_ns, context_id, malloc_ns) VALUES (270000000, 200, 90000000);
