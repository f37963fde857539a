-- What a judge's score was weighted with.
ALTER TABLE "model_call" ADD COLUMN "digits" JSONB;
