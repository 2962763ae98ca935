-- SPDX-License-Identifier: MIT
-- A gather, which reads the rows that indices name, is what the program asks for.
-- include: costly.sql
UPDATE function SET name = '_ZN2at6native24vectorized_gather_kernelILi16ElEEvPcS2_PT0_illllb' WHERE id = 2;
INSERT INTO do_steps VALUES (20, 50000);
