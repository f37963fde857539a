-- AlterTable
ALTER TABLE "job" ADD COLUMN "dry_run" BOOLEAN NOT NULL DEFAULT false;
