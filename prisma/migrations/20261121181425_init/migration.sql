-- CreateExtension: vectors, for knowledge search
CREATE EXTENSION IF NOT EXISTS vector;

-- CreateTable
CREATE TABLE "job" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "priority" INTEGER NOT NULL,
    "subject" TEXT NOT NULL,
    "fingerprint" TEXT,
    "run_id" TEXT NOT NULL,
    "task_queue" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "traceparent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "progress" JSONB,
    "error" JSONB,
    "result" JSONB,
    "events" JSONB NOT NULL,

    CONSTRAINT "job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "storage_object" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "owner_subject" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "metadata" JSONB NOT NULL,
    "tags" TEXT[],
    "access_policy" JSONB NOT NULL,
    "current_version" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "storage_object_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "storage_object_version" (
    "object_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "declared_type" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "storage_object_version_pkey" PRIMARY KEY ("object_id","version")
);

-- CreateTable
CREATE TABLE "document" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "owner_subject" TEXT NOT NULL,
    "job_id" TEXT NOT NULL,
    "title" TEXT,
    "markdown_key" TEXT NOT NULL,
    "object_id" TEXT,
    "access_policy" JSONB NOT NULL,
    "metadata" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "document_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job_total" (
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "engine_id" TEXT NOT NULL,
    "jobs" BIGINT NOT NULL,
    "engine_ms" BIGINT NOT NULL,
    "pages" BIGINT NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "job_total_pkey" PRIMARY KEY ("kind","state","engine_id")
);

-- CreateIndex
CREATE INDEX "job_tenant_id_created_at_idx" ON "job"("tenant_id", "created_at");

-- CreateIndex
CREATE INDEX "job_expires_at_idx" ON "job"("expires_at");

-- CreateIndex
CREATE INDEX "storage_object_tenant_id_created_at_idx" ON "storage_object"("tenant_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "storage_object_version_key_key" ON "storage_object_version"("key");

-- CreateIndex
CREATE UNIQUE INDEX "document_job_id_key" ON "document"("job_id");

-- CreateIndex
CREATE INDEX "document_tenant_id_created_at_idx" ON "document"("tenant_id", "created_at");

-- AddForeignKey
ALTER TABLE "storage_object_version" ADD CONSTRAINT "storage_object_version_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "storage_object"("id") ON DELETE CASCADE ON UPDATE CASCADE;
