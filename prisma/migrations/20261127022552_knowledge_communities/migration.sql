-- CreateTable
CREATE TABLE "knowledge_community" (
    "id" BIGSERIAL NOT NULL,
    "dataset_id" TEXT NOT NULL,
    "audience_id" BIGINT,
    "parent_id" BIGINT,
    "level" INTEGER NOT NULL,
    "weight" DOUBLE PRECISION NOT NULL,
    "digest" TEXT NOT NULL,
    "summarized_digest" TEXT,

    CONSTRAINT "knowledge_community_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "knowledge_community_member" (
    "community_id" BIGINT NOT NULL,
    "entity_id" BIGINT NOT NULL,
    "rank" INTEGER NOT NULL,
    "edges" TEXT NOT NULL,

    CONSTRAINT "knowledge_community_member_pkey" PRIMARY KEY ("community_id","entity_id")
);

-- CreateTable
CREATE TABLE "knowledge_community_sentence" (
    "community_id" BIGINT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "chunk_id" BIGINT NOT NULL,
    "start" INTEGER NOT NULL,
    "end" INTEGER NOT NULL,

    CONSTRAINT "knowledge_community_sentence_pkey" PRIMARY KEY ("community_id","ordinal")
);

-- CreateIndex
CREATE INDEX "knowledge_community_dataset_id_audience_id_level_idx" ON "knowledge_community"("dataset_id", "audience_id", "level");

-- CreateIndex
CREATE INDEX "knowledge_community_parent_id_idx" ON "knowledge_community"("parent_id");

-- CreateIndex
CREATE INDEX "knowledge_community_member_entity_id_idx" ON "knowledge_community_member"("entity_id");

-- CreateIndex
CREATE INDEX "knowledge_community_sentence_chunk_id_idx" ON "knowledge_community_sentence"("chunk_id");

-- AddForeignKey
ALTER TABLE "knowledge_community" ADD CONSTRAINT "knowledge_community_dataset_id_fkey" FOREIGN KEY ("dataset_id") REFERENCES "knowledge_dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_community" ADD CONSTRAINT "knowledge_community_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "knowledge_community"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_community_member" ADD CONSTRAINT "knowledge_community_member_community_id_fkey" FOREIGN KEY ("community_id") REFERENCES "knowledge_community"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_community_member" ADD CONSTRAINT "knowledge_community_member_entity_id_fkey" FOREIGN KEY ("entity_id") REFERENCES "knowledge_entity"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_community_sentence" ADD CONSTRAINT "knowledge_community_sentence_community_id_fkey" FOREIGN KEY ("community_id") REFERENCES "knowledge_community"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_community_sentence" ADD CONSTRAINT "knowledge_community_sentence_chunk_id_fkey" FOREIGN KEY ("chunk_id") REFERENCES "knowledge_chunk"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A document that others may read from now on was part of what connected the entities of its layer: what it connected there is forgotten.
CREATE FUNCTION knowledge_document_left_layer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM knowledge_community community
  WHERE community.dataset_id = OLD.dataset_id AND community.audience_id IS NOT DISTINCT FROM OLD.audience_id
    AND EXISTS (
      SELECT FROM knowledge_community_member member JOIN knowledge_mention mention ON mention.entity_id = member.entity_id
      JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
      WHERE member.community_id = community.id AND chunk.document_pk = OLD.id);
  RETURN NULL;
END $$;

CREATE TRIGGER knowledge_document_left_layer AFTER UPDATE ON knowledge_document FOR EACH ROW
  WHEN (OLD.audience_id IS DISTINCT FROM NEW.audience_id) EXECUTE FUNCTION knowledge_document_left_layer();
