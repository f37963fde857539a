-- AlterTable
ALTER TABLE "knowledge_dataset" ADD COLUMN "layers_version" BIGINT NOT NULL DEFAULT 0;

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

-- What chunks connect in a layer is forgotten when they leave it: a community with two entities of a chunk may rest on that chunk alone.
CREATE FUNCTION knowledge_forget_connections(dataset TEXT, audience BIGINT, ids BIGINT[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM knowledge_community WHERE id IN (
    SELECT community.id FROM knowledge_mention mention JOIN knowledge_community_member member ON member.entity_id = mention.entity_id
    JOIN knowledge_community community ON community.id = member.community_id
    WHERE mention.chunk_id = ANY(ids) AND community.dataset_id = dataset AND community.audience_id IS NOT DISTINCT FROM audience
    GROUP BY community.id, mention.chunk_id HAVING count(*) > 1);
$$;

-- Documents leave their layer when others may read them from now on, and when they are hidden to be deleted. The new version comes first: it
-- waits for communities that are being committed, so that they are found, and refuses those that are still to be committed.
CREATE FUNCTION knowledge_documents_left_layers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  layer RECORD;
BEGIN
  FOR layer IN SELECT before.dataset_id, before.audience_id, array_agg(before.id) AS documents
    FROM before JOIN changed ON changed.id = before.id
    WHERE before.deleted_at IS NULL AND (changed.deleted_at IS NOT NULL OR changed.audience_id IS DISTINCT FROM before.audience_id)
    GROUP BY 1, 2 ORDER BY 1, 2
  LOOP
    UPDATE knowledge_dataset SET layers_version = layers_version + 1 WHERE id = layer.dataset_id;
    PERFORM knowledge_forget_connections(layer.dataset_id, layer.audience_id,
      (SELECT array_agg(chunk.id) FROM knowledge_chunk chunk WHERE chunk.document_pk = ANY(layer.documents)));
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER knowledge_documents_left_layers AFTER UPDATE ON knowledge_document
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION knowledge_documents_left_layers();

-- Chunks that a Cognify job replaces. It does so in its turn, in which no communities are committed.
CREATE FUNCTION knowledge_chunk_left_layer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  layer RECORD;
BEGIN
  SELECT dataset_id, audience_id INTO layer FROM knowledge_document WHERE id = OLD.document_pk AND deleted_at IS NULL;
  IF FOUND THEN PERFORM knowledge_forget_connections(layer.dataset_id, layer.audience_id, ARRAY[OLD.id]); END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER knowledge_chunk_left_layer BEFORE DELETE ON knowledge_chunk FOR EACH ROW EXECUTE FUNCTION knowledge_chunk_left_layer();
