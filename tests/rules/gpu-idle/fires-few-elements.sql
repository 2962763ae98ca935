-- SPDX-License-Identifier: MIT
-- As fires-elements.sql, of 800 elements: what is looked at so seldom may be settings.
-- include: one_by_one.sql
-- expect: advice!~"whole array"
DELETE FROM kernel WHERE start_ns > 24000000;
DELETE FROM copy WHERE start_ns > 24000000;
DELETE FROM synchronization WHERE start_ns > 24000000;
DELETE FROM api_call WHERE start_ns > 24000000;
