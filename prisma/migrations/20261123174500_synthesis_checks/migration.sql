-- AlterTable: vectors of what items ask are computed once.
ALTER TABLE "synthesis_item" ADD COLUMN "vector" BYTEA,
ADD COLUMN "vector_model" TEXT,
ADD COLUMN "method" TEXT;
