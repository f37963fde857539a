-- CreateTable
CREATE TABLE "knowledge_session" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "owner_subject" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "knowledge_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "knowledge_exchange" (
    "id" BIGSERIAL NOT NULL,
    "session_pk" BIGINT NOT NULL,
    "question" TEXT NOT NULL,
    "search_type" TEXT NOT NULL,
    "holds_answer" BOOLEAN,
    "confidence" DOUBLE PRECISION,
    "citations" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "knowledge_exchange_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "knowledge_citation" (
    "exchange_id" BIGINT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "rank" INTEGER NOT NULL,
    "chunk_id" BIGINT NOT NULL,
    "start" INTEGER NOT NULL,
    "end" INTEGER NOT NULL,

    CONSTRAINT "knowledge_citation_pkey" PRIMARY KEY ("exchange_id","ordinal")
);

-- CreateIndex
CREATE INDEX "knowledge_session_updated_at_idx" ON "knowledge_session"("updated_at");

-- CreateIndex
CREATE UNIQUE INDEX "knowledge_session_tenant_id_owner_subject_session_id_key" ON "knowledge_session"("tenant_id", "owner_subject", "session_id");

-- CreateIndex
CREATE INDEX "knowledge_exchange_session_pk_id_idx" ON "knowledge_exchange"("session_pk", "id");

-- CreateIndex
CREATE INDEX "knowledge_citation_chunk_id_idx" ON "knowledge_citation"("chunk_id");

-- AddForeignKey
ALTER TABLE "knowledge_exchange" ADD CONSTRAINT "knowledge_exchange_session_pk_fkey" FOREIGN KEY ("session_pk") REFERENCES "knowledge_session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_citation" ADD CONSTRAINT "knowledge_citation_exchange_id_fkey" FOREIGN KEY ("exchange_id") REFERENCES "knowledge_exchange"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_citation" ADD CONSTRAINT "knowledge_citation_chunk_id_fkey" FOREIGN KEY ("chunk_id") REFERENCES "knowledge_chunk"("id") ON DELETE CASCADE ON UPDATE CASCADE;
