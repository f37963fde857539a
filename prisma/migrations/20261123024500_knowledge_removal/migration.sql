-- A document that is being deleted is hidden first. The same document may be added again while its rows are removed.
ALTER TABLE "knowledge_document" ADD COLUMN "deleted_at" TIMESTAMPTZ(3);
DROP INDEX "knowledge_document_dataset_id_document_id_key";
CREATE INDEX "knowledge_document_dataset_id_document_id_idx" ON "knowledge_document"("dataset_id", "document_id");
CREATE UNIQUE INDEX "knowledge_document_live_idx" ON "knowledge_document"("dataset_id", "document_id") WHERE "deleted_at" IS NULL;
CREATE INDEX "knowledge_document_deleted_idx" ON "knowledge_document"("deleted_at") WHERE "deleted_at" IS NOT NULL;

-- CreateTable
CREATE TABLE "knowledge_removal" (
    "job_id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "dataset_id" TEXT NOT NULL,
    "document_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "knowledge_removal_pkey" PRIMARY KEY ("job_id","document_id")
);

-- CreateIndex
CREATE INDEX "knowledge_removal_dataset_id_document_id_idx" ON "knowledge_removal"("dataset_id", "document_id");
