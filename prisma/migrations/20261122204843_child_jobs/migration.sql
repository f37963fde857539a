-- AlterTable
ALTER TABLE "job" ADD COLUMN     "children" JSONB,
ADD COLUMN     "parent_job_id" TEXT;
