ALTER TABLE "knowledge_document" ADD COLUMN "structured" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "knowledge_chunk" ADD COLUMN "record_type" TEXT, ADD COLUMN "record_row" INTEGER;
ALTER TABLE "knowledge_input" ADD COLUMN "records" INTEGER, ADD COLUMN "note" TEXT;
