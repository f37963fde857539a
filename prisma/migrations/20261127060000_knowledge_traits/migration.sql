-- What chunks say of names that tells their bearers apart.
-- CreateTable
CREATE TABLE "knowledge_trait" (
    "chunk_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "start" INTEGER,
    "end" INTEGER,

    CONSTRAINT "knowledge_trait_pkey" PRIMARY KEY ("chunk_id","name","kind","value")
);

-- CreateIndex
CREATE INDEX "knowledge_trait_name_idx" ON "knowledge_trait"("name");

-- AddForeignKey
ALTER TABLE "knowledge_trait" ADD CONSTRAINT "knowledge_trait_chunk_id_fkey" FOREIGN KEY ("chunk_id") REFERENCES "knowledge_chunk"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Traits are read with the names of a chunk: the next Cognify reads again what was read without them.
UPDATE "knowledge_chunk" SET "is_read" = false WHERE "is_read";
