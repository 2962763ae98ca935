-- SPDX-License-Identifier: MIT
-- The steps of an optimiser with one operation, in ten launches each.
-- include: foreach.sql
INSERT INTO do_step VALUES (0, 0), (1, 0), (2, 0), (3, 0);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (350000, 8000000);
