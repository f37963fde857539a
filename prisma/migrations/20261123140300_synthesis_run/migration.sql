-- CreateTable
CREATE TABLE "synthesis_run" (
    "job_id" TEXT NOT NULL,
    "name" TEXT,
    "engine_id" TEXT NOT NULL,
    "asked" INTEGER NOT NULL,
    "preview_of" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "synthesis_run_pkey" PRIMARY KEY ("job_id")
);

-- CreateIndex
CREATE INDEX "synthesis_run_created_at_idx" ON "synthesis_run"("created_at");
