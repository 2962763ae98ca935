-- SPDX-License-Identifier: MIT
-- Warps queue for atomic operations in a fifth of their samples, and work in the rest: not what the kernel waits for.
-- include: code.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 432, 'lg_throttle', 200), (2, 0, 'selected', 800);
