-- SPDX-License-Identifier: MIT
-- As in fires-few-sms.sql, beside 300 samples of the driver's code, which large() may have called: malloc(), printf().
-- abstains: --metrics
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'long_scoreboard', 2400);
UPDATE pc_sampling SET period_cycles = 131072, samples = samples + 300, non_user_samples = 300;
