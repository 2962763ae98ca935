-- SPDX-License-Identifier: MIT
-- As fires-unwritten.sql, but nobody knows the addresses.
-- include: repeated-copy/fires-unwritten.sql
DELETE FROM copy_address;
