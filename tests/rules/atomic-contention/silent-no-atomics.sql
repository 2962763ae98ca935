-- SPDX-License-Identifier: MIT
-- The queue to global memory is full, but small() has no atomic operation on it.
-- include: code.sql
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (1, 208, 'lg_throttle', 800), (1, 0, 'selected', 200);
