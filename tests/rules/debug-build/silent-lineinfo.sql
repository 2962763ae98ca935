-- SPDX-License-Identifier: MIT
-- Compiled with -lineinfo: lines, but no debug build.
-- include: code.sql
INSERT INTO do_ten_launches (launch_shape_id) VALUES (5);
