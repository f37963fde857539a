-- AlterTable
ALTER TABLE "knowledge_chunk" ADD COLUMN "rules_read_by" TEXT;

-- CreateTable
CREATE TABLE "knowledge_rule" (
    "id" BIGSERIAL NOT NULL,
    "chunk_id" BIGINT NOT NULL,
    "dataset_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "start" INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    "extractor" TEXT NOT NULL,

    CONSTRAINT "knowledge_rule_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "knowledge_rule_dataset_id_id_idx" ON "knowledge_rule"("dataset_id", "id");

-- CreateIndex
CREATE INDEX "knowledge_rule_chunk_id_idx" ON "knowledge_rule"("chunk_id");

-- AddForeignKey
ALTER TABLE "knowledge_rule" ADD CONSTRAINT "knowledge_rule_chunk_id_fkey" FOREIGN KEY ("chunk_id") REFERENCES "knowledge_chunk"("id") ON DELETE CASCADE ON UPDATE CASCADE;
