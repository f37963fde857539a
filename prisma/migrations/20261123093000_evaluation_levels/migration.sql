-- CreateTable
CREATE TABLE "evaluation_level" (
    "job_id" TEXT NOT NULL,
    "ordinal" SMALLINT NOT NULL,
    "plan" JSONB NOT NULL,
    "tally" JSONB,
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "evaluation_level_pkey" PRIMARY KEY ("job_id","ordinal")
);

-- CreateIndex
CREATE INDEX "evaluation_level_created_at_idx" ON "evaluation_level"("created_at");
