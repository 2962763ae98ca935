-- SPDX-License-Identifier: MIT
-- As fires-unwritten.sql, but the results go to another place.
-- include: repeated-copy/fires-unwritten.sql
UPDATE copy_address SET host_address = host_address + 4096 WHERE id = (SELECT max(id) FROM copy_address);
