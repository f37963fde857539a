-- CreateTable
CREATE TABLE "synthesis_source" (
    "job_id" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "origin" JSON NOT NULL,
    "facts" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "synthesis_source_pkey" PRIMARY KEY ("job_id","ordinal")
);

-- CreateIndex
CREATE INDEX "synthesis_source_created_at_idx" ON "synthesis_source"("created_at");
