-- SPDX-License-Identifier: MIT
-- topk() of short rows takes one block for each, in one kernel.
-- include: costly.sql
UPDATE function SET name = '_ZN2at6native6sbtopk10gatherTopKIfjLi2ELb0EEEvNS_4cuda6detail10TensorInfoIKT_T0_EE' WHERE id = 2;
INSERT INTO do_steps VALUES (20, 300000);
