-- CreateTable
CREATE TABLE "synthesis_item" (
    "job_id" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "value" JSONB NOT NULL,
    "provenance" JSONB NOT NULL,
    "rejected" TEXT,
    "about" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "synthesis_item_pkey" PRIMARY KEY ("job_id","ordinal")
);

-- CreateIndex
CREATE INDEX "synthesis_item_created_at_idx" ON "synthesis_item"("created_at");
