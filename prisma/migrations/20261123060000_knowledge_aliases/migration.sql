-- That a chunk shows two names to be the same entity's. Both are normal forms.
-- CreateTable
CREATE TABLE "knowledge_alias" (
    "chunk_id" BIGINT NOT NULL,
    "dataset_id" TEXT NOT NULL,
    "alias" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "rule" TEXT NOT NULL,
    "start" INTEGER NOT NULL,
    "end" INTEGER NOT NULL,

    CONSTRAINT "knowledge_alias_pkey" PRIMARY KEY ("chunk_id","alias","name","rule")
);

-- CreateIndex
CREATE INDEX "knowledge_alias_dataset_id_alias_idx" ON "knowledge_alias"("dataset_id", "alias");

-- CreateIndex
CREATE INDEX "knowledge_alias_dataset_id_name_idx" ON "knowledge_alias"("dataset_id", "name");

-- AddForeignKey
ALTER TABLE "knowledge_alias" ADD CONSTRAINT "knowledge_alias_chunk_id_fkey" FOREIGN KEY ("chunk_id") REFERENCES "knowledge_chunk"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- "john ronald reuel tolkien" as "j r r tolkien".
CREATE FUNCTION knowledge_initials(name TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(name, '([^ ])[^ ]* ', '\1 ', 'g')
$$;

-- Full names by their initials.
CREATE INDEX "knowledge_entity_initials_idx" ON "knowledge_entity"("dataset_id", knowledge_initials("name")) WHERE "name" LIKE '% % %';

-- Aliases are found when a chunk is read: the next Cognify reads again what was read without them.
UPDATE "knowledge_chunk" SET "is_read" = false WHERE "is_read";
