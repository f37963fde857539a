-- DropIndex
DROP INDEX "document_job_id_key";

-- CreateTable
CREATE TABLE "crawl_page" (
    "id" TEXT NOT NULL,
    "job_id" TEXT NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'page',
    "url" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "depth" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "reason" TEXT,
    "detail" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "not_before" TIMESTAMPTZ(3),
    "found_on" TEXT,
    "final_url" TEXT,
    "title" TEXT,
    "media_type" TEXT,
    "words" INTEGER,
    "markdown_bytes" INTEGER,
    "content_hash" TEXT,
    "rendered" BOOLEAN NOT NULL DEFAULT false,
    "bytes" INTEGER NOT NULL DEFAULT 0,
    "fetched_at" TIMESTAMPTZ(3),

    CONSTRAINT "crawl_page_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "crawl_host" (
    "job_id" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "robots" TEXT,
    "not_before" TIMESTAMPTZ(3),

    CONSTRAINT "crawl_host_pkey" PRIMARY KEY ("job_id","origin")
);

-- CreateIndex
CREATE INDEX "crawl_page_job_id_state_depth_sequence_idx" ON "crawl_page"("job_id", "state", "depth", "sequence");

-- CreateIndex
CREATE INDEX "crawl_page_job_id_content_hash_idx" ON "crawl_page"("job_id", "content_hash");

-- CreateIndex
CREATE INDEX "document_job_id_idx" ON "document"("job_id");
