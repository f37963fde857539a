-- CreateTable
CREATE TABLE "evaluation_case" (
    "id" BIGSERIAL NOT NULL,
    "job_id" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "subject" JSONB NOT NULL,
    "judged_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "evaluation_case_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "evaluation_score" (
    "case_id" BIGINT NOT NULL,
    "position" SMALLINT NOT NULL,
    "score" DOUBLE PRECISION,
    "unmeasured" TEXT,
    "evidence" JSONB NOT NULL,

    CONSTRAINT "evaluation_score_pkey" PRIMARY KEY ("case_id","position")
);

-- CreateIndex
CREATE UNIQUE INDEX "evaluation_case_job_id_ordinal_key" ON "evaluation_case"("job_id", "ordinal");

-- CreateIndex
CREATE INDEX "evaluation_case_created_at_idx" ON "evaluation_case"("created_at");

-- AddForeignKey
ALTER TABLE "evaluation_score" ADD CONSTRAINT "evaluation_score_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "evaluation_case"("id") ON DELETE CASCADE ON UPDATE CASCADE;
