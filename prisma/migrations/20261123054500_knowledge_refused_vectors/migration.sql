-- A row without a vector: the model refuses the text, and is not asked again.
ALTER TABLE "knowledge_vector" ALTER COLUMN "embedding" DROP NOT NULL;
ALTER TABLE "knowledge_fact_vector" ALTER COLUMN "embedding" DROP NOT NULL;

ALTER TABLE "knowledge_refusal" ADD COLUMN "facts" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "knowledge_skip" ADD COLUMN "unread_chunks" INTEGER NOT NULL DEFAULT 0;
