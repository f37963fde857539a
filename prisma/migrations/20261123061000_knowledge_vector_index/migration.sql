-- With 64 candidates, a vector that has some 50 near copies is linked to these alone, and a search may not reach them: of 100,000 chunks it
-- found .93 of the true first ten, and .97 with an index of 128 candidates.
DROP INDEX "knowledge_vector_384_idx";
CREATE INDEX "knowledge_vector_384_idx" ON "knowledge_vector" USING hnsw (("embedding"::vector(384)) vector_cosine_ops)
    WITH (m = 16, ef_construction = 128) WHERE vector_dims("embedding") = 384;
DROP INDEX "knowledge_fact_vector_384_idx";
CREATE INDEX "knowledge_fact_vector_384_idx" ON "knowledge_fact_vector" USING hnsw (("embedding"::vector(384)) vector_cosine_ops)
    WITH (m = 16, ef_construction = 128) WHERE vector_dims("embedding") = 384;

-- Without statistics Postgres assumes that one vector in 200 has 384 dimensions: it compares all, in a plan for a few.
CREATE STATISTICS "knowledge_vector_dimensions" ON (vector_dims("embedding")) FROM "knowledge_vector";
CREATE STATISTICS "knowledge_fact_vector_dimensions" ON (vector_dims("embedding")) FROM "knowledge_fact_vector";
ANALYZE "knowledge_vector", "knowledge_fact_vector";
