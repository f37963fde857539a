-- CreateTable
CREATE TABLE "job_slot" (
    "job_id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "priority" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "granted_at" TIMESTAMPTZ(3),

    CONSTRAINT "job_slot_pkey" PRIMARY KEY ("job_id")
);

-- CreateIndex
CREATE INDEX "job_slot_tenant_id_granted_at_priority_created_at_job_id_idx" ON "job_slot"("tenant_id", "granted_at", "priority" DESC, "created_at", "job_id");
