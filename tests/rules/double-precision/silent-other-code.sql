-- SPDX-License-Identifier: MIT
-- Code without doubles, and none that is not in the trace.
-- include: code.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0x90, 'wait', 900, 800), (1, 0x90, 'wait', 900, 800);
