-- Until now the text of an answer had the first three citations of its exchange.
ALTER TABLE "knowledge_citation" ADD COLUMN "is_quoted" BOOLEAN NOT NULL DEFAULT false;
UPDATE "knowledge_citation" citation SET "is_quoted" = true
FROM "knowledge_exchange" exchange
WHERE exchange."id" = citation."exchange_id" AND exchange."holds_answer" IS NOT NULL AND citation."ordinal" < 3;
ALTER TABLE "knowledge_citation" ALTER COLUMN "is_quoted" DROP DEFAULT;
