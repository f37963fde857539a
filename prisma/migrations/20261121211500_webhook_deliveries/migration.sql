-- CreateTable
CREATE TABLE "webhook_delivery" (
    "webhook_id" TEXT NOT NULL,
    "round" INTEGER NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "job_id" TEXT NOT NULL,
    "event_type" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "status" INTEGER,
    "reason" TEXT,
    "request" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("webhook_id","round")
);

-- CreateIndex
CREATE INDEX "webhook_delivery_job_id_created_at_idx" ON "webhook_delivery"("job_id", "created_at");
