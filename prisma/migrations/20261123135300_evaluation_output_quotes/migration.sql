-- The documents of a knowledge dataset that an output quotes: its texts go with them.
ALTER TABLE "evaluation_output" ADD COLUMN "dataset_id" TEXT, ADD COLUMN "document_ids" TEXT[];
UPDATE "evaluation_output" SET "document_ids" = '{}';

-- CreateIndex
CREATE INDEX "evaluation_output_document_ids_idx" ON "evaluation_output" USING GIN ("document_ids");
