-- CreateTable
CREATE TABLE "knowledge_correction" (
    "id" BIGSERIAL NOT NULL,
    "dataset_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "names" TEXT[],
    "senses" JSONB,
    "source" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "decided_by" TEXT,
    "score" DOUBLE PRECISION,
    "reasons" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "knowledge_correction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "knowledge_correction_chunk" (
    "correction_id" BIGINT NOT NULL,
    "chunk_id" BIGINT NOT NULL,

    CONSTRAINT "knowledge_correction_chunk_pkey" PRIMARY KEY ("correction_id","chunk_id")
);

-- CreateIndex
CREATE INDEX "knowledge_correction_dataset_id_id_idx" ON "knowledge_correction"("dataset_id", "id");

-- CreateIndex
CREATE INDEX "knowledge_correction_names_idx" ON "knowledge_correction" USING GIN ("names");

-- CreateIndex
CREATE INDEX "knowledge_correction_chunk_chunk_id_idx" ON "knowledge_correction_chunk"("chunk_id");

-- AddForeignKey
ALTER TABLE "knowledge_correction" ADD CONSTRAINT "knowledge_correction_dataset_id_fkey" FOREIGN KEY ("dataset_id") REFERENCES "knowledge_dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_correction_chunk" ADD CONSTRAINT "knowledge_correction_chunk_correction_id_fkey" FOREIGN KEY ("correction_id") REFERENCES "knowledge_correction"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_correction_chunk" ADD CONSTRAINT "knowledge_correction_chunk_chunk_id_fkey" FOREIGN KEY ("chunk_id") REFERENCES "knowledge_chunk"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A decision of consolidation goes with the first of the chunks that it rests on.
CREATE FUNCTION knowledge_correction_chunk_deleted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM knowledge_correction correction USING (SELECT DISTINCT correction_id FROM changed) gone
    WHERE correction.id = gone.correction_id;
  RETURN NULL;
END $$;
CREATE TRIGGER knowledge_correction_chunk_deleted AFTER DELETE ON knowledge_correction_chunk REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION knowledge_correction_chunk_deleted();
