-- CreateTable
CREATE TABLE "model_call" (
    "tenant_id" TEXT NOT NULL,
    "request_sha256" TEXT NOT NULL,
    "about" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "output" TEXT NOT NULL,
    "finish" TEXT NOT NULL,
    "input_tokens" INTEGER NOT NULL,
    "output_tokens" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "model_call_pkey" PRIMARY KEY ("tenant_id","request_sha256")
);

-- CreateTable
CREATE TABLE "model_rate" (
    "model" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "model_rate_pkey" PRIMARY KEY ("model")
);

-- CreateIndex
CREATE INDEX "model_call_tenant_id_about_idx" ON "model_call"("tenant_id", "about");

-- CreateIndex
CREATE INDEX "model_call_created_at_idx" ON "model_call"("created_at");
