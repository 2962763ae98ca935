-- SPDX-License-Identifier: MIT
-- PyTorch: topk() of long rows, whose passes take most of the run.
-- include: costly.sql
-- expect: severity=warning, occurrences=40, subject=selections from long rows, headline~"once for each 8 bits", advice~"Keys of 16 bits"
-- expect-count: 1
UPDATE function SET name = '_ZN2at6native6mbtopk23computeBlockDigitCountsIfjjLi2EEEvNS_4cuda6detail10TensorInfoIKT_T0_EEjPT1_bS8_' WHERE id = 1;
UPDATE function SET name = '_ZN2at6native6mbtopk10gatherTopKIfjLi2EEEvNS_4cuda6detail10TensorInfoIKT_T0_EE' WHERE id = 2;
INSERT INTO do_steps VALUES (20, 50000);
