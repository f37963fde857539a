-- CreateTable
CREATE TABLE "knowledge_community_outsider" (
    "id" BIGSERIAL NOT NULL,
    "dataset_id" TEXT NOT NULL,
    "audience_id" BIGINT,
    "entity_id" BIGINT NOT NULL,
    "edges" TEXT NOT NULL,

    CONSTRAINT "knowledge_community_outsider_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "knowledge_community_outsider_dataset_id_audience_id_idx" ON "knowledge_community_outsider"("dataset_id", "audience_id");

-- CreateIndex
CREATE INDEX "knowledge_community_outsider_entity_id_idx" ON "knowledge_community_outsider"("entity_id");

-- AddForeignKey
ALTER TABLE "knowledge_community_outsider" ADD CONSTRAINT "knowledge_community_outsider_dataset_id_fkey" FOREIGN KEY ("dataset_id") REFERENCES "knowledge_dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_community_outsider" ADD CONSTRAINT "knowledge_community_outsider_entity_id_fkey" FOREIGN KEY ("entity_id") REFERENCES "knowledge_entity"("id") ON DELETE CASCADE ON UPDATE CASCADE;
