-- SPDX-License-Identifier: MIT
-- Floats are weighed by exp() of doubles and added up in a double, which becomes a float behind the loop: some twenty
-- operations in doubles for each float. The samples are spread over all of the code.
-- include: weights.sql
-- expect: severity=warning, subject=large, cost_ns=1000000..5000000, evidence~"and 0 back, in its innermost loop"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample SELECT 2, 16 * i.value, 'wait', 100, 90 FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40]') i;
