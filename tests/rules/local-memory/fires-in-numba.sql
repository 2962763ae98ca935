-- SPDX-License-Identifier: MIT
-- As fires-in-triton.sql, but the name is mangled, as Numba does and Triton does not.
-- expect: subject=small, advice!~Triton
-- include: spilled_numba.sql
INSERT INTO do_ten_launches VALUES (7);
