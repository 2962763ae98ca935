-- SPDX-License-Identifier: MIT
-- As in fires-few-sms.sql, but samples are missing.
-- abstains: --metrics
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'long_scoreboard', 2400);
UPDATE pc_sampling SET period_cycles = 131072, dropped_samples = 1;
