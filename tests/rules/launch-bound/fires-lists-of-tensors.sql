-- SPDX-License-Identifier: MIT
-- Each step goes through the same twelve tensors, of three sizes, with a product and a sum for each.
-- include: tensors.sql
-- expect: severity=warning, evidence~"lists of tensors 720 launches are of 30 loops over lists, tensor by tensor: ", evidence~"torch._foreach_mul_()", evidence~"lists of tensors 100 % of them in average() train.py:12"
INSERT INTO do_step (i, shape) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, NULL FROM n;
