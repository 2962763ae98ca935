-- SPDX-License-Identifier: MIT
-- As in fires-few-sms.sql, beside 200 samples of a function that nobody launched: with them it has few SMs, too.
-- expect: headline~"32 of 132 SMs"
INSERT INTO function VALUES (3, '_Z6calledPf');
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'long_scoreboard', 2400);
INSERT INTO do_sample (function_id, reason, samples) VALUES (3, 'long_scoreboard', 200);
UPDATE pc_sampling SET period_cycles = 131072;
