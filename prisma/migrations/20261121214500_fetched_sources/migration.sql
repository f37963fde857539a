-- CreateTable
CREATE TABLE "fetched_content" (
    "key" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "fetched_content_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "fetched_source" (
    "tenant_id" TEXT NOT NULL,
    "url_sha256" TEXT NOT NULL,
    "content_key" TEXT NOT NULL,
    "etag" TEXT,
    "last_modified" TEXT,
    "source" JSONB NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "fetched_source_pkey" PRIMARY KEY ("tenant_id","url_sha256")
);

-- CreateIndex
CREATE UNIQUE INDEX "fetched_content_tenant_id_sha256_key" ON "fetched_content"("tenant_id", "sha256");

-- CreateIndex
CREATE INDEX "fetched_content_used_at_idx" ON "fetched_content"("used_at");

-- CreateIndex
CREATE INDEX "fetched_source_content_key_idx" ON "fetched_source"("content_key");

-- AddForeignKey
ALTER TABLE "fetched_source" ADD CONSTRAINT "fetched_source_content_key_fkey" FOREIGN KEY ("content_key") REFERENCES "fetched_content"("key") ON DELETE CASCADE ON UPDATE CASCADE;
