-- SPDX-License-Identifier: MIT
-- The collector measures no kernel of NCCL, since alone it would wait for ever. Nothing is to be judged, so nothing is
-- said to be missing.
-- include: nccl.sql
INSERT INTO do_ten_launches VALUES (20);
