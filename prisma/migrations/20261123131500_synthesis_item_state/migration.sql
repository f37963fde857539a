-- AlterTable: an item is checked after it was made.
ALTER TABLE "synthesis_item" RENAME COLUMN "rejected" TO "reason";
ALTER TABLE "synthesis_item" ADD COLUMN "state" TEXT NOT NULL DEFAULT 'unchecked',
ADD COLUMN "scores" JSON;
UPDATE "synthesis_item" SET "state" = CASE WHEN "reason" IS NULL THEN 'accepted' ELSE 'rejected' END;
