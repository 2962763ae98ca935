-- SPDX-License-Identifier: MIT
-- A product in single precision takes nearly all of the time; tensor cores are 7.4 times as fast at their peak.
-- expect: severity=warning, occurrences=10, gain=null, cost_ns=4250000..4350000, headline~FP32 units, advice~TF32, evidence~"ampere_sgemm"
UPDATE function SET name = 'ampere_sgemm_128x64_nn' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
