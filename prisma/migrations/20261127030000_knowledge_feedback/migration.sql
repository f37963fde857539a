-- CreateTable
CREATE TABLE "knowledge_feedback" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "owner_subject" TEXT NOT NULL,
    "chunk_id" BIGINT NOT NULL,
    "rating" SMALLINT NOT NULL,
    "question" TEXT NOT NULL,
    "question_sha256" TEXT NOT NULL,
    "comment" TEXT,
    "model" TEXT,
    "embedding" vector,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "knowledge_feedback_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "knowledge_feedback_tenant_id_id_idx" ON "knowledge_feedback"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "knowledge_feedback_chunk_id_owner_subject_question_sha256_key" ON "knowledge_feedback"("chunk_id", "owner_subject", "question_sha256");

-- AddForeignKey
ALTER TABLE "knowledge_feedback" ADD CONSTRAINT "knowledge_feedback_chunk_id_fkey" FOREIGN KEY ("chunk_id") REFERENCES "knowledge_chunk"("id") ON DELETE CASCADE ON UPDATE CASCADE;
