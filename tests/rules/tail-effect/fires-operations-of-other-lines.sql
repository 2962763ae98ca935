-- SPDX-License-Identifier: MIT
-- As fires-pieces-of-one-operation.sql, but the launches are 3 us apart: other lines may have made them.
-- include: tail-effect/fires-and-partial-warps.sql
-- include: tail-effect/fires-pieces-of-one-operation.sql
-- expect: evidence~"launched from main() train.py:9 (seen in 1 of its 10 launches)"
UPDATE api_call SET duration_ns = 1000 WHERE id <= 10;
