-- SPDX-License-Identifier: MIT
-- Registers that were spilled in a loop, of a kernel whose source is Python's: neither launch bounds nor a limit of registers are there to change.
-- expect: subject=small, advice~"In Triton: let each program hold fewer values at a time", advice!~maxrregcount, advice!~__launch_bounds__
-- include: spilled_triton.sql
UPDATE function SET name = 'small' WHERE id = 1;
INSERT INTO do_ten_launches VALUES (7);
