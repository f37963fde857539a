ALTER TABLE "knowledge_correction" ALTER COLUMN "reasons" SET DEFAULT ARRAY[]::TEXT[];
UPDATE "knowledge_correction" SET "reasons" = DEFAULT WHERE "reasons" IS NULL;
