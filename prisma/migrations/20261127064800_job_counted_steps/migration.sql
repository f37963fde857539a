-- CreateTable
CREATE TABLE "job_counted_step" (
    "job_id" TEXT NOT NULL,
    "step" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "job_counted_step_pkey" PRIMARY KEY ("job_id","step")
);
