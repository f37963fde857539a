CREATE TABLE "knowledge_skip" (
    "job_id" TEXT NOT NULL,
    "document_id" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "knowledge_skip_pkey" PRIMARY KEY ("job_id","document_id")
);
