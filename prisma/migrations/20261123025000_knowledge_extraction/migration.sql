-- CreateTable
CREATE TABLE "knowledge_extraction" (
    "chunk_id" BIGINT NOT NULL,
    "asked_by" TEXT NOT NULL,
    "rules_digest" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "graph" JSONB,
    "skipped" TEXT,
    "names_dropped" INTEGER NOT NULL,
    "facts_dropped" INTEGER NOT NULL,

    CONSTRAINT "knowledge_extraction_pkey" PRIMARY KEY ("chunk_id")
);

-- AddForeignKey
ALTER TABLE "knowledge_extraction" ADD CONSTRAINT "knowledge_extraction_chunk_id_fkey" FOREIGN KEY ("chunk_id") REFERENCES "knowledge_chunk"("id") ON DELETE CASCADE ON UPDATE CASCADE;
