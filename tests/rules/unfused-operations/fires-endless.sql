-- SPDX-License-Identifier: MIT
-- Forty operations in a row, as of a loop of nothing else: rows of 16, 16 and 8, and a sum that ends the last.
-- include: operations.sql
-- expect: occurrences=41, cost_ns=3800000, headline~3 rows
INSERT INTO do_row VALUES (0, 40);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (170000, 4000000);
