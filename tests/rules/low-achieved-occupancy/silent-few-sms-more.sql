-- SPDX-License-Identifier: MIT
-- As in fires-few-sms.sql, but 34 of 132 SMs: above a quarter samples do not tell how many exactly.
-- abstains: --metrics
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'long_scoreboard', 2600);
UPDATE pc_sampling SET period_cycles = 131072;
