-- DropIndex
DROP INDEX "storage_object_tenant_id_created_at_idx";

-- AlterTable
ALTER TABLE "storage_object" ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "media_type" TEXT,
ADD COLUMN     "retention_class" TEXT NOT NULL DEFAULT 'standard';

-- Objects that are there already take the type of their current version.
UPDATE "storage_object" SET "media_type" = "version"."media_type"
FROM "storage_object_version" "version"
WHERE "version"."object_id" = "storage_object"."id" AND "version"."version" = "storage_object"."current_version";
ALTER TABLE "storage_object" ALTER COLUMN "media_type" SET NOT NULL;

-- CreateTable
CREATE TABLE "upload_session" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "owner_subject" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "method" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "is_new_object" BOOLEAN NOT NULL,
    "filename" TEXT NOT NULL,
    "declared_type" TEXT NOT NULL,
    "size_bytes" BIGINT,
    "attributes" JSONB NOT NULL,
    "key" TEXT NOT NULL,
    "multipart_id" TEXT,
    "part_bytes" BIGINT,
    "sha256" TEXT,
    "version" INTEGER,
    "error" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "upload_session_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "upload_session_key_key" ON "upload_session"("key");

-- CreateIndex
CREATE INDEX "upload_session_state_expires_at_idx" ON "upload_session"("state", "expires_at");

-- CreateIndex
CREATE INDEX "storage_object_tenant_id_created_at_id_idx" ON "storage_object"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "storage_object_expires_at_idx" ON "storage_object"("expires_at");
