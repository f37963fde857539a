CREATE EXTENSION IF NOT EXISTS vector;

-- CreateTable
CREATE TABLE "knowledge_dataset" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "owner_subject" TEXT NOT NULL,
    "dataset_key" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "description" TEXT,
    "tags" TEXT[],
    "retention_class" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "metadata" JSONB NOT NULL,
    "access_policy" JSONB NOT NULL,
    "embedding_model" TEXT NOT NULL,
    "embedding_dimensions" INTEGER NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by_subject" TEXT NOT NULL,

    CONSTRAINT "knowledge_dataset_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "knowledge_document" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "dataset_id" TEXT NOT NULL,
    "document_id" TEXT NOT NULL,
    "owner_subject" TEXT NOT NULL,
    "input_type" TEXT NOT NULL,
    "uri" TEXT,
    "object_id" TEXT,
    "label" TEXT,
    "title" TEXT,
    "node_sets" TEXT[],
    "metadata" JSONB NOT NULL,
    "access_policy" JSONB NOT NULL,
    "media_type" TEXT NOT NULL,
    "content_hash" TEXT NOT NULL,
    "markdown_key" TEXT NOT NULL,
    "source_key" TEXT,
    "bytes" BIGINT NOT NULL,
    "language" TEXT,
    "page_spans" JSONB NOT NULL,
    "chunked_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "knowledge_document_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "knowledge_chunk" (
    "id" BIGSERIAL NOT NULL,
    "document_pk" BIGINT NOT NULL,
    "dataset_id" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "occurrence" INTEGER NOT NULL,
    "start" INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    "page_from" INTEGER,
    "page_to" INTEGER,
    "heading" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "tokens" INTEGER NOT NULL,
    "terms" tsvector NOT NULL,
    "words" INTEGER NOT NULL,
    "is_read" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "knowledge_chunk_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "knowledge_vector" (
    "chunk_id" BIGINT NOT NULL,
    "model" TEXT NOT NULL,
    "dataset_id" TEXT NOT NULL,
    "document_pk" BIGINT NOT NULL,
    "embedding" vector NOT NULL,

    CONSTRAINT "knowledge_vector_pkey" PRIMARY KEY ("chunk_id","model")
);

-- CreateTable
CREATE TABLE "knowledge_term" (
    "dataset_id" TEXT NOT NULL,
    "term" TEXT NOT NULL,
    "chunks" INTEGER NOT NULL,

    CONSTRAINT "knowledge_term_pkey" PRIMARY KEY ("dataset_id","term")
);

-- CreateTable
CREATE TABLE "knowledge_size" (
    "dataset_id" TEXT NOT NULL,
    "chunks" BIGINT NOT NULL,
    "words" BIGINT NOT NULL,
    "tokens" BIGINT NOT NULL,

    CONSTRAINT "knowledge_size_pkey" PRIMARY KEY ("dataset_id")
);

-- CreateTable
CREATE TABLE "knowledge_entity" (
    "id" BIGSERIAL NOT NULL,
    "dataset_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "chunks" INTEGER NOT NULL DEFAULT 0,
    "titles" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "knowledge_entity_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "knowledge_mention" (
    "chunk_id" BIGINT NOT NULL,
    "entity_id" BIGINT NOT NULL,
    "role" SMALLINT NOT NULL,
    "label" TEXT NOT NULL,
    "type" TEXT,
    "spans" INTEGER[],

    CONSTRAINT "knowledge_mention_pkey" PRIMARY KEY ("chunk_id","entity_id")
);

-- CreateTable
CREATE TABLE "knowledge_fact" (
    "id" BIGSERIAL NOT NULL,
    "dataset_id" TEXT NOT NULL,
    "subject_id" BIGINT NOT NULL,
    "predicate" TEXT NOT NULL,
    "object_id" BIGINT NOT NULL,

    CONSTRAINT "knowledge_fact_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "knowledge_evidence" (
    "fact_id" BIGINT NOT NULL,
    "chunk_id" BIGINT NOT NULL,
    "start" INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    "extractor" TEXT NOT NULL,

    CONSTRAINT "knowledge_evidence_pkey" PRIMARY KEY ("fact_id","chunk_id","start","end")
);

-- CreateTable
CREATE TABLE "knowledge_input" (
    "job_id" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "input_type" TEXT NOT NULL,
    "label" TEXT,
    "outcome" TEXT NOT NULL,
    "document_id" TEXT,
    "child_job_id" TEXT,
    "error" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "knowledge_input_pkey" PRIMARY KEY ("job_id","ordinal")
);

-- CreateIndex
CREATE INDEX "knowledge_dataset_tenant_id_created_at_id_idx" ON "knowledge_dataset"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "knowledge_dataset_expires_at_idx" ON "knowledge_dataset"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "knowledge_dataset_tenant_id_dataset_key_key" ON "knowledge_dataset"("tenant_id", "dataset_key");

-- CreateIndex
CREATE INDEX "knowledge_document_dataset_id_language_idx" ON "knowledge_document"("dataset_id", "language");

-- CreateIndex
CREATE INDEX "knowledge_document_object_id_idx" ON "knowledge_document"("object_id");

-- CreateIndex
CREATE INDEX "knowledge_document_node_sets_idx" ON "knowledge_document" USING GIN ("node_sets");

-- CreateIndex
CREATE INDEX "knowledge_document_metadata_idx" ON "knowledge_document" USING GIN ("metadata" jsonb_path_ops);

-- CreateIndex
CREATE UNIQUE INDEX "knowledge_document_dataset_id_document_id_key" ON "knowledge_document"("dataset_id", "document_id");

-- CreateIndex
CREATE INDEX "knowledge_chunk_dataset_id_idx" ON "knowledge_chunk"("dataset_id");

-- CreateIndex
CREATE UNIQUE INDEX "knowledge_chunk_document_pk_hash_occurrence_key" ON "knowledge_chunk"("document_pk", "hash", "occurrence");

-- CreateIndex
CREATE INDEX "knowledge_vector_dataset_id_model_idx" ON "knowledge_vector"("dataset_id", "model");

-- CreateIndex
CREATE INDEX "knowledge_vector_document_pk_idx" ON "knowledge_vector"("document_pk");

-- CreateIndex
CREATE UNIQUE INDEX "knowledge_entity_dataset_id_name_key" ON "knowledge_entity"("dataset_id", "name");

-- CreateIndex
CREATE INDEX "knowledge_mention_entity_id_role_chunk_id_idx" ON "knowledge_mention"("entity_id", "role" DESC, "chunk_id");

-- CreateIndex
CREATE INDEX "knowledge_fact_object_id_idx" ON "knowledge_fact"("object_id");

-- CreateIndex
CREATE UNIQUE INDEX "knowledge_fact_dataset_id_subject_id_predicate_object_id_key" ON "knowledge_fact"("dataset_id", "subject_id", "predicate", "object_id");

-- CreateIndex
CREATE INDEX "knowledge_evidence_chunk_id_idx" ON "knowledge_evidence"("chunk_id");

-- AddForeignKey
ALTER TABLE "knowledge_document" ADD CONSTRAINT "knowledge_document_dataset_id_fkey" FOREIGN KEY ("dataset_id") REFERENCES "knowledge_dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_chunk" ADD CONSTRAINT "knowledge_chunk_document_pk_fkey" FOREIGN KEY ("document_pk") REFERENCES "knowledge_document"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_vector" ADD CONSTRAINT "knowledge_vector_chunk_id_fkey" FOREIGN KEY ("chunk_id") REFERENCES "knowledge_chunk"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_mention" ADD CONSTRAINT "knowledge_mention_chunk_id_fkey" FOREIGN KEY ("chunk_id") REFERENCES "knowledge_chunk"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_mention" ADD CONSTRAINT "knowledge_mention_entity_id_fkey" FOREIGN KEY ("entity_id") REFERENCES "knowledge_entity"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_fact" ADD CONSTRAINT "knowledge_fact_subject_id_fkey" FOREIGN KEY ("subject_id") REFERENCES "knowledge_entity"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_fact" ADD CONSTRAINT "knowledge_fact_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "knowledge_entity"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_evidence" ADD CONSTRAINT "knowledge_evidence_fact_id_fkey" FOREIGN KEY ("fact_id") REFERENCES "knowledge_fact"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_evidence" ADD CONSTRAINT "knowledge_evidence_chunk_id_fkey" FOREIGN KEY ("chunk_id") REFERENCES "knowledge_chunk"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lexical search, and the chunks that hold the words of a title.
CREATE INDEX "knowledge_chunk_terms_idx" ON "knowledge_chunk" USING GIN ("terms");
-- Which chunks' names are still to be read.
CREATE INDEX "knowledge_chunk_unread_idx" ON "knowledge_chunk" ("dataset_id", "id") WHERE NOT "is_read";
-- One index for all models of 384 dimensions, of all tenants: a search filters while it walks the index (hnsw.iterative_scan).
-- `vector`, not `halfvec`: the embedded database builds the latter five times slower.
CREATE INDEX "knowledge_vector_384_idx" ON "knowledge_vector" USING hnsw (("embedding"::vector(384)) vector_cosine_ops)
    WITH (m = 16, ef_construction = 64) WHERE vector_dims("embedding") = 384;

-- Document frequencies and sizes follow the chunks.
CREATE FUNCTION knowledge_chunk_terms() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO knowledge_term AS known SELECT dataset_id, word.lexeme, count(*) FROM changed, unnest(terms) word GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (dataset_id, term) DO UPDATE SET chunks = known.chunks + excluded.chunks;
    INSERT INTO knowledge_size AS known SELECT dataset_id, count(*), sum(words), sum(tokens) FROM changed GROUP BY 1
      ON CONFLICT (dataset_id) DO UPDATE SET chunks = known.chunks + excluded.chunks, words = known.words + excluded.words,
        tokens = known.tokens + excluded.tokens;
  ELSE
    WITH gone AS (SELECT dataset_id, word.lexeme, count(*) chunks FROM changed, unnest(terms) word GROUP BY 1, 2)
    UPDATE knowledge_term known SET chunks = known.chunks - gone.chunks FROM gone
      WHERE known.dataset_id = gone.dataset_id AND known.term = gone.lexeme;
    DELETE FROM knowledge_term known USING (SELECT DISTINCT dataset_id, word.lexeme FROM changed, unnest(terms) word) gone
      WHERE known.dataset_id = gone.dataset_id AND known.term = gone.lexeme AND known.chunks = 0;
    UPDATE knowledge_size known SET chunks = known.chunks - gone.chunks, words = known.words - gone.words,
        tokens = known.tokens - gone.tokens
      FROM (SELECT dataset_id, count(*) chunks, sum(words) words, sum(tokens) tokens FROM changed GROUP BY 1) gone
      WHERE known.dataset_id = gone.dataset_id;
    DELETE FROM knowledge_size known USING changed WHERE known.dataset_id = changed.dataset_id AND known.chunks = 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER knowledge_chunk_inserted AFTER INSERT ON knowledge_chunk REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION knowledge_chunk_terms();
CREATE TRIGGER knowledge_chunk_deleted AFTER DELETE ON knowledge_chunk REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION knowledge_chunk_terms();

-- An entity counts its mentions, and goes with the last one.
CREATE FUNCTION knowledge_mention_inserted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE knowledge_entity entity SET chunks = entity.chunks + added.chunks, titles = entity.titles + added.titles
    FROM (SELECT entity_id, count(*) chunks, count(*) FILTER (WHERE role = 2) titles FROM changed GROUP BY 1) added
    WHERE entity.id = added.entity_id;
  RETURN NULL;
END $$;
CREATE TRIGGER knowledge_mention_inserted AFTER INSERT ON knowledge_mention REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION knowledge_mention_inserted();
CREATE FUNCTION knowledge_mention_deleted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE knowledge_entity entity SET chunks = entity.chunks - gone.chunks, titles = entity.titles - gone.titles
    FROM (SELECT entity_id, count(*) chunks, count(*) FILTER (WHERE role = 2) titles FROM changed GROUP BY 1) gone
    WHERE entity.id = gone.entity_id;
  DELETE FROM knowledge_entity entity USING (SELECT DISTINCT entity_id FROM changed) gone
    WHERE entity.id = gone.entity_id AND entity.chunks = 0;
  RETURN NULL;
END $$;
CREATE TRIGGER knowledge_mention_deleted AFTER DELETE ON knowledge_mention REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION knowledge_mention_deleted();

-- A fact goes with its last evidence.
CREATE FUNCTION knowledge_evidence_deleted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM knowledge_fact fact USING (SELECT DISTINCT fact_id FROM changed) gone
    WHERE fact.id = gone.fact_id AND NOT EXISTS (SELECT FROM knowledge_evidence evidence WHERE evidence.fact_id = fact.id);
  RETURN NULL;
END $$;
CREATE TRIGGER knowledge_evidence_deleted AFTER DELETE ON knowledge_evidence REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION knowledge_evidence_deleted();
