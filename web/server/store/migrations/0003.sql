-- SPDX-License-Identifier: MIT
-- Raised in each transaction that writes to a project: replies that were kept are good for as long as it stays
-- (web/server/http/answers.h).

ALTER TABLE project ADD COLUMN change_count @integer NOT NULL DEFAULT 0;
