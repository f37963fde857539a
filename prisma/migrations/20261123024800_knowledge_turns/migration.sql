-- Jobs that derive from a dataset take turns, count what they commit, and name what a model refused.
CREATE TABLE "knowledge_turn" (
    "id" BIGSERIAL NOT NULL,
    "dataset_id" TEXT NOT NULL,
    "job_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "knowledge_turn_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "knowledge_turn_dataset_id_job_id_key" ON "knowledge_turn"("dataset_id", "job_id");
CREATE INDEX "knowledge_turn_job_id_idx" ON "knowledge_turn"("job_id");

CREATE TABLE "job_count" (
    "job_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "job_count_pkey" PRIMARY KEY ("job_id","name")
);

CREATE TABLE "knowledge_refusal" (
    "job_id" TEXT NOT NULL,
    "document_id" TEXT NOT NULL,
    "chunks" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "knowledge_refusal_pkey" PRIMARY KEY ("job_id","document_id")
);

ALTER TABLE "knowledge_dataset" ADD COLUMN "titles_version" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "knowledge_document" ADD COLUMN "generation" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "knowledge_chunk" ADD COLUMN "generation" BIGINT NOT NULL DEFAULT 0;
