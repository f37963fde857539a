-- AlterTable
ALTER TABLE "job" ADD COLUMN     "children_usage" JSONB NOT NULL DEFAULT '[]';
