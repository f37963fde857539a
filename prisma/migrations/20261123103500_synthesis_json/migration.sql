-- AlterTable: members keep their order.
ALTER TABLE "synthesis_item" ALTER COLUMN "value" SET DATA TYPE JSON,
ALTER COLUMN "provenance" SET DATA TYPE JSON;
