-- AlterTable
ALTER TABLE "document" ADD COLUMN     "cache_key" TEXT;

-- CreateIndex
CREATE INDEX "document_cache_key_created_at_idx" ON "document"("cache_key", "created_at");
