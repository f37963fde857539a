-- CreateTable
CREATE TABLE "evaluation_dataset" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "owner_subject" TEXT NOT NULL,
    "dataset_key" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "description" TEXT,
    "retention_class" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "access_policy" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "evaluation_dataset_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "evaluation_dataset_version" (
    "dataset_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "origin" TEXT NOT NULL,
    "rows_key" TEXT NOT NULL,
    "rows" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "columns" JSONB NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "evaluation_dataset_version_pkey" PRIMARY KEY ("dataset_id","version")
);

-- CreateIndex
CREATE UNIQUE INDEX "evaluation_dataset_tenant_id_dataset_key_key" ON "evaluation_dataset"("tenant_id", "dataset_key");

-- CreateIndex
CREATE INDEX "evaluation_dataset_tenant_id_created_at_id_idx" ON "evaluation_dataset"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "evaluation_dataset_expires_at_idx" ON "evaluation_dataset"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "evaluation_dataset_version_origin_key" ON "evaluation_dataset_version"("origin");

-- CreateIndex
CREATE UNIQUE INDEX "evaluation_dataset_version_rows_key_key" ON "evaluation_dataset_version"("rows_key");

-- AddForeignKey
ALTER TABLE "evaluation_dataset_version" ADD CONSTRAINT "evaluation_dataset_version_dataset_id_fkey" FOREIGN KEY ("dataset_id") REFERENCES "evaluation_dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;
