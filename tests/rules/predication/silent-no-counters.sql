-- SPDX-License-Identifier: MIT
-- Samples of warps do not tell.
-- abstains: --metrics
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'selected', 300);
