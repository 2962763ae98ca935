-- SPDX-License-Identifier: MIT
-- As in fires-few-sms.sql, beside 300 samples of a function that nobody launched: large() may call it.
-- abstains: --metrics
INSERT INTO function VALUES (3, '_Z6calledPf');
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'long_scoreboard', 2400);
INSERT INTO do_sample (function_id, reason, samples) VALUES (3, 'long_scoreboard', 300);
UPDATE pc_sampling SET period_cycles = 131072;
