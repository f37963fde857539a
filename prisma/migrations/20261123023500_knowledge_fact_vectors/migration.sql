-- CreateTable
CREATE TABLE "knowledge_fact_vector" (
    "fact_id" BIGINT NOT NULL,
    "model" TEXT NOT NULL,
    "dataset_id" TEXT NOT NULL,
    "embedding" vector NOT NULL,

    CONSTRAINT "knowledge_fact_vector_pkey" PRIMARY KEY ("fact_id","model")
);

-- CreateIndex
CREATE INDEX "knowledge_fact_vector_dataset_id_model_idx" ON "knowledge_fact_vector"("dataset_id", "model");

-- AddForeignKey
ALTER TABLE "knowledge_fact_vector" ADD CONSTRAINT "knowledge_fact_vector_fact_id_fkey" FOREIGN KEY ("fact_id") REFERENCES "knowledge_fact"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- As for the vectors of chunks: one index for all models of 384 dimensions.
CREATE INDEX "knowledge_fact_vector_384_idx" ON "knowledge_fact_vector" USING hnsw (("embedding"::vector(384)) vector_cosine_ops)
    WITH (m = 16, ef_construction = 64) WHERE vector_dims("embedding") = 384;
