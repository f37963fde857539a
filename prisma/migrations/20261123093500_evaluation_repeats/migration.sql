-- A judge that is a model can be asked several times.
ALTER TABLE "evaluation_score" ADD COLUMN "repeat" SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE "evaluation_score" DROP CONSTRAINT "evaluation_score_pkey";
ALTER TABLE "evaluation_score" ADD CONSTRAINT "evaluation_score_pkey" PRIMARY KEY ("case_id", "position", "repeat");

-- Finished calls of models that quote a case go with it (domain/evaluation/case-calls.ts).
CREATE FUNCTION evaluation_case_deleted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM model_call WHERE about && ARRAY(SELECT 'case ' || job_id || ' ' || ordinal FROM removed);
  RETURN NULL;
END $$;
CREATE TRIGGER evaluation_case_deleted AFTER DELETE ON evaluation_case REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION evaluation_case_deleted();
