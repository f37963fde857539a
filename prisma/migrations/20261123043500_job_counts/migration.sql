-- The counts of a job belong to no domain.
ALTER TABLE "knowledge_count" RENAME TO "job_count";
ALTER TABLE "job_count" RENAME CONSTRAINT "knowledge_count_pkey" TO "job_count_pkey";
