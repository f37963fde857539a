-- Finished calls that quote a source go with it, and with the document that it is from.
CREATE FUNCTION synthesis_source_deleted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM model_call WHERE about && ARRAY(SELECT 'source ' || job_id || ' ' || id FROM removed);
  RETURN NULL;
END $$;
CREATE TRIGGER synthesis_source_deleted AFTER DELETE ON synthesis_source REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION synthesis_source_deleted();

CREATE FUNCTION document_deleted_calls() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM model_call WHERE about && ARRAY(SELECT 'document ' || id FROM removed);
  RETURN NULL;
END $$;
CREATE TRIGGER document_deleted_calls AFTER DELETE ON document REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION document_deleted_calls();

CREATE FUNCTION knowledge_document_deleted_calls() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM model_call WHERE about && ARRAY(SELECT 'document ' || document_id FROM removed);
  RETURN NULL;
END $$;
CREATE TRIGGER knowledge_document_deleted_calls AFTER DELETE ON knowledge_document REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION knowledge_document_deleted_calls();
