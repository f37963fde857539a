-- CreateTable
CREATE TABLE "tally_count" (
    "id" TEXT NOT NULL,
    "job_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "words" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tally_count_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "tally_count_job_id_position_idx" ON "tally_count"("job_id", "position");
