-- SPDX-License-Identifier: MIT
-- Eight blocks have eight SMs: small-grid's matter.
-- abstains: --metrics
INSERT INTO do_ten_launches VALUES (3);
INSERT INTO do_sample (function_id, reason, samples) VALUES (1, 'long_scoreboard', 600);
UPDATE pc_sampling SET period_cycles = 131072;
