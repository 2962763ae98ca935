-- SPDX-License-Identifier: MIT
-- As fires-constants.sql, but its warps were not sampled: what the conversions cost is not known.
-- include: doubles.sql
-- abstains: samples of warps
INSERT INTO do_ten_launches VALUES (5);
