-- CreateTable
CREATE TABLE "knowledge_community_description" (
    "community_id" BIGINT NOT NULL,
    "digest" TEXT NOT NULL,
    "writer" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "title" TEXT,
    "sentences" TEXT[],

    CONSTRAINT "knowledge_community_description_pkey" PRIMARY KEY ("community_id")
);

-- CreateTable
CREATE TABLE "knowledge_community_source" (
    "community_id" BIGINT NOT NULL,
    "chunk_id" BIGINT NOT NULL,
    "sentences" INTEGER[],

    CONSTRAINT "knowledge_community_source_pkey" PRIMARY KEY ("community_id","chunk_id")
);

-- CreateIndex
CREATE INDEX "knowledge_community_source_chunk_id_idx" ON "knowledge_community_source"("chunk_id");

-- AddForeignKey
ALTER TABLE "knowledge_community_description" ADD CONSTRAINT "knowledge_community_description_community_id_fkey" FOREIGN KEY ("community_id") REFERENCES "knowledge_community"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_community_source" ADD CONSTRAINT "knowledge_community_source_community_id_fkey" FOREIGN KEY ("community_id") REFERENCES "knowledge_community_description"("community_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_community_source" ADD CONSTRAINT "knowledge_community_source_chunk_id_fkey" FOREIGN KEY ("chunk_id") REFERENCES "knowledge_chunk"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A description may say what any of the passages says that the model was shown: it goes with the first of them.
CREATE FUNCTION knowledge_community_lost_source() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM knowledge_community_description described USING lost WHERE described.community_id = lost.community_id;
  RETURN NULL;
END $$;

CREATE TRIGGER knowledge_community_lost_source AFTER DELETE ON knowledge_community_source
  REFERENCING OLD TABLE AS lost FOR EACH STATEMENT EXECUTE FUNCTION knowledge_community_lost_source();
