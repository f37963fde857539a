-- AlterTable
ALTER TABLE "job" ADD COLUMN     "batch_id" TEXT;

-- CreateTable
CREATE TABLE "job_batch" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "job_id" TEXT NOT NULL,
    "job_ids" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "job_batch_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "job_batch_job_id_idx" ON "job_batch"("job_id");
