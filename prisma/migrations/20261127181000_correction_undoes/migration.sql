ALTER TABLE "knowledge_correction" ADD COLUMN "undoes" BOOLEAN NOT NULL DEFAULT false;
UPDATE "knowledge_correction" SET "undoes" = true, "reasons" = '{}' WHERE 'undone' = ANY("reasons");
UPDATE "knowledge_correction" SET "kind" = 'separate' WHERE "kind" = 'apart';
