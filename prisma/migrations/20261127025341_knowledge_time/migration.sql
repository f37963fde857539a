-- When documents were written, the dates that chunks write, and when facts held. Days are counted from 1970-01-01.
-- AlterTable
ALTER TABLE "knowledge_document" ADD COLUMN     "date_from" INTEGER,
ADD COLUMN     "date_source" TEXT,
ADD COLUMN     "date_to" INTEGER,
ADD COLUMN     "day_first" BOOLEAN;

-- AlterTable
ALTER TABLE "knowledge_evidence" ADD COLUMN     "date_end" INTEGER,
ADD COLUMN     "date_start" INTEGER,
ADD COLUMN     "valid_from" INTEGER,
ADD COLUMN     "valid_to" INTEGER;

-- CreateTable
CREATE TABLE "knowledge_date" (
    "chunk_id" BIGINT NOT NULL,
    "place" TEXT NOT NULL,
    "start" INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    "from_day" INTEGER,
    "to_day" INTEGER,

    CONSTRAINT "knowledge_date_pkey" PRIMARY KEY ("chunk_id","place","start")
);

-- AddForeignKey
ALTER TABLE "knowledge_date" ADD CONSTRAINT "knowledge_date_chunk_id_fkey" FOREIGN KEY ("chunk_id") REFERENCES "knowledge_chunk"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Dates are read with the names of a chunk: the next Cognify reads again what was read without them.
UPDATE "knowledge_chunk" SET "is_read" = false WHERE "is_read";
