-- Who may read a document, beyond its dataset. What its own policy and that of the object behind it ask of a reader is an audience; most
-- documents ask nothing, and have none.
-- CreateTable
CREATE TABLE "knowledge_audience" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "restrictions" JSONB NOT NULL,
    "digest" TEXT NOT NULL,

    CONSTRAINT "knowledge_audience_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "knowledge_restricted_size" (
    "dataset_id" TEXT NOT NULL,
    "audience_id" BIGINT NOT NULL,
    "chunks" BIGINT NOT NULL,
    "words" BIGINT NOT NULL,

    CONSTRAINT "knowledge_restricted_size_pkey" PRIMARY KEY ("dataset_id","audience_id")
);

-- CreateTable
CREATE TABLE "knowledge_restricted_term" (
    "dataset_id" TEXT NOT NULL,
    "term" TEXT NOT NULL,
    "audience_id" BIGINT NOT NULL,
    "chunks" INTEGER NOT NULL,

    CONSTRAINT "knowledge_restricted_term_pkey" PRIMARY KEY ("dataset_id","term","audience_id")
);

-- CreateTable
CREATE TABLE "knowledge_restricted_entity" (
    "entity_id" BIGINT NOT NULL,
    "audience_id" BIGINT NOT NULL,
    "chunks" INTEGER NOT NULL,
    "titles" INTEGER NOT NULL,

    CONSTRAINT "knowledge_restricted_entity_pkey" PRIMARY KEY ("entity_id","audience_id")
);

-- AlterTable
ALTER TABLE "knowledge_document" ADD COLUMN "audience_id" BIGINT;

-- CreateIndex
CREATE UNIQUE INDEX "knowledge_audience_tenant_id_digest_key" ON "knowledge_audience"("tenant_id", "digest");

-- AddForeignKey
ALTER TABLE "knowledge_document" ADD CONSTRAINT "knowledge_document_audience_id_fkey" FOREIGN KEY ("audience_id") REFERENCES "knowledge_audience"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_restricted_entity" ADD CONSTRAINT "knowledge_restricted_entity_entity_id_fkey" FOREIGN KEY ("entity_id") REFERENCES "knowledge_entity"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a policy asks of a reader, without what decides nothing; NULL when everyone of the tenant meets it.
CREATE FUNCTION knowledge_restriction(tenant_id TEXT, owner_subject TEXT, policy JSONB) RETURNS JSONB LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN policy->>'access_level' NOT IN ('private', 'restricted') AND policy->'allowed_role_keys' = '[]'
      AND policy->'denied_role_keys' = '[]' AND policy->'purpose_tags' = '[]' THEN NULL
    ELSE jsonb_build_object('tenant_id', tenant_id, 'owner_subject', owner_subject, 'access_policy', jsonb_build_object(
      'access_level', policy->'access_level', 'allowed_role_keys', policy->'allowed_role_keys',
      'denied_role_keys', policy->'denied_role_keys', 'purpose_tags', policy->'purpose_tags')) END
$$;

-- The audience of a document. Its object is locked, so that a change of the object's policy waits for this transaction and then finds the document.
CREATE FUNCTION knowledge_audience_of(document knowledge_document) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
  own JSONB := knowledge_restriction(document.tenant_id, document.owner_subject, document.access_policy);
  object storage_object;
  behind JSONB;
  asked JSONB;
  audience BIGINT;
BEGIN
  IF document.object_id IS NOT NULL THEN
    SELECT * INTO object FROM storage_object WHERE id = document.object_id AND tenant_id = document.tenant_id FOR SHARE;
    -- A deleted object asks for what nobody is.
    behind := CASE WHEN FOUND THEN knowledge_restriction(object.tenant_id, object.owner_subject, object.access_policy)
      ELSE '{"tenant_id": null}' END;
  END IF;
  SELECT jsonb_agg(DISTINCT restriction) INTO asked FROM unnest(ARRAY[own, behind]) restriction WHERE restriction IS NOT NULL;
  IF asked IS NULL THEN RETURN NULL; END IF;
  INSERT INTO knowledge_audience (tenant_id, restrictions, digest) VALUES (document.tenant_id, asked, md5(asked::text))
    ON CONFLICT (tenant_id, digest) DO NOTHING;
  SELECT id INTO STRICT audience FROM knowledge_audience
    WHERE tenant_id = document.tenant_id AND digest = md5(asked::text);
  RETURN audience;
END $$;

CREATE FUNCTION knowledge_document_audience() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  NEW.audience_id := knowledge_audience_of(NEW);
  RETURN NEW;
END $$;
CREATE TRIGGER knowledge_document_audience BEFORE INSERT OR UPDATE OF tenant_id, owner_subject, access_policy, object_id
  ON knowledge_document FOR EACH ROW EXECUTE FUNCTION knowledge_document_audience();

-- A changed policy of an object, or its deletion, is one of its documents. The lock is that of domain/knowledge/locks.ts.
CREATE FUNCTION knowledge_object_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('knowledge ' || dataset_id, 0))
    FROM (SELECT DISTINCT dataset_id FROM knowledge_document WHERE object_id = OLD.id ORDER BY 1) affected;
  UPDATE knowledge_document SET object_id = object_id WHERE object_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER knowledge_object_changed AFTER UPDATE ON storage_object FOR EACH ROW
  WHEN ((OLD.tenant_id, OLD.owner_subject, OLD.access_policy) IS DISTINCT FROM (NEW.tenant_id, NEW.owner_subject, NEW.access_policy))
  EXECUTE FUNCTION knowledge_object_changed();
CREATE TRIGGER knowledge_object_deleted AFTER DELETE ON storage_object FOR EACH ROW EXECUTE FUNCTION knowledge_object_changed();

-- What an audience holds of the counts of a dataset, so that a search can count what its caller may read: all, without what is restricted to
-- others. `sign` is 1 for chunks that are added, -1 for chunks that are about to go.
CREATE FUNCTION knowledge_count_restricted(dataset TEXT, audience BIGINT, ids BIGINT[], sign INTEGER) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO knowledge_restricted_size AS known SELECT dataset, audience, sign * count(*), sign * coalesce(sum(words), 0)
    FROM knowledge_chunk WHERE id = ANY(ids)
    ON CONFLICT (dataset_id, audience_id) DO UPDATE SET chunks = known.chunks + excluded.chunks, words = known.words + excluded.words;
  INSERT INTO knowledge_restricted_term AS known SELECT dataset, word.lexeme, audience, sign * count(*)
    FROM knowledge_chunk, unnest(terms) word WHERE id = ANY(ids) GROUP BY 2 ORDER BY 2
    ON CONFLICT (dataset_id, term, audience_id) DO UPDATE SET chunks = known.chunks + excluded.chunks;
  INSERT INTO knowledge_restricted_entity AS known
    SELECT entity_id, audience, sign * count(*), sign * count(*) FILTER (WHERE role = 2)
    FROM knowledge_mention WHERE chunk_id = ANY(ids) GROUP BY 1 ORDER BY 1
    ON CONFLICT (entity_id, audience_id) DO UPDATE SET chunks = known.chunks + excluded.chunks, titles = known.titles + excluded.titles;
  IF sign < 0 THEN
    DELETE FROM knowledge_restricted_size known WHERE known.dataset_id = dataset AND known.audience_id = audience AND known.chunks = 0;
    DELETE FROM knowledge_restricted_term known USING (
        SELECT DISTINCT word.lexeme FROM knowledge_chunk, unnest(terms) word WHERE id = ANY(ids)) gone
      WHERE known.dataset_id = dataset AND known.audience_id = audience AND known.term = gone.lexeme AND known.chunks = 0;
    DELETE FROM knowledge_restricted_entity known USING (SELECT DISTINCT entity_id FROM knowledge_mention WHERE chunk_id = ANY(ids)) gone
      WHERE known.entity_id = gone.entity_id AND known.audience_id = audience AND known.chunks = 0;
  END IF;
END $$;

CREATE FUNCTION knowledge_document_restricted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids BIGINT[] := (SELECT array_agg(id) FROM knowledge_chunk WHERE document_pk = OLD.id);
BEGIN
  IF ids IS NULL THEN RETURN OLD; END IF;
  IF OLD.audience_id IS NOT NULL THEN PERFORM knowledge_count_restricted(OLD.dataset_id, OLD.audience_id, ids, -1); END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  IF NEW.audience_id IS NOT NULL THEN PERFORM knowledge_count_restricted(OLD.dataset_id, NEW.audience_id, ids, 1); END IF;
  -- Its titles may be known to others by now, or no longer: what names them is read again.
  UPDATE knowledge_dataset SET titles_version = titles_version + 1 WHERE id = OLD.dataset_id;
  UPDATE knowledge_chunk SET is_read = false WHERE is_read AND (id = ANY(ids) OR id IN (
    SELECT naming.chunk_id FROM knowledge_mention title JOIN knowledge_mention naming ON naming.entity_id = title.entity_id
    WHERE title.chunk_id = ANY(ids) AND title.role = 2));
  RETURN NULL;
END $$;
CREATE TRIGGER knowledge_document_moved AFTER UPDATE ON knowledge_document FOR EACH ROW
  WHEN (OLD.audience_id IS DISTINCT FROM NEW.audience_id) EXECUTE FUNCTION knowledge_document_restricted();
CREATE TRIGGER knowledge_document_deleted BEFORE DELETE ON knowledge_document FOR EACH ROW WHEN (OLD.audience_id IS NOT NULL)
  EXECUTE FUNCTION knowledge_document_restricted();

-- Chunks of a document that is deleted were counted by it: its row is gone when they go.
CREATE FUNCTION knowledge_chunk_restricted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  document RECORD;
BEGIN
  IF TG_OP = 'INSERT' THEN
    FOR document IN SELECT known.dataset_id, known.audience_id, array_agg(changed.id) AS ids
      FROM changed JOIN knowledge_document known ON known.id = changed.document_pk
      WHERE known.audience_id IS NOT NULL GROUP BY known.id
    LOOP
      PERFORM knowledge_count_restricted(document.dataset_id, document.audience_id, document.ids, 1);
    END LOOP;
    RETURN NULL;
  END IF;
  SELECT dataset_id, audience_id INTO document FROM knowledge_document WHERE id = OLD.document_pk;
  IF document.audience_id IS NOT NULL THEN
    PERFORM knowledge_count_restricted(document.dataset_id, document.audience_id, ARRAY[OLD.id], -1);
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER knowledge_chunk_restricted_inserted AFTER INSERT ON knowledge_chunk REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION knowledge_chunk_restricted();
CREATE TRIGGER knowledge_chunk_restricted_deleted BEFORE DELETE ON knowledge_chunk
  FOR EACH ROW EXECUTE FUNCTION knowledge_chunk_restricted();

-- Mentions that come or go while their chunk stays.
CREATE FUNCTION knowledge_mention_restricted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign INTEGER := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO knowledge_restricted_entity AS known
    SELECT changed.entity_id, document.audience_id, sign * count(*), sign * count(*) FILTER (WHERE changed.role = 2)
    FROM changed JOIN knowledge_chunk chunk ON chunk.id = changed.chunk_id JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE document.audience_id IS NOT NULL AND EXISTS (SELECT FROM knowledge_entity entity WHERE entity.id = changed.entity_id)
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (entity_id, audience_id) DO UPDATE SET chunks = known.chunks + excluded.chunks, titles = known.titles + excluded.titles;
  IF sign < 0 THEN
    DELETE FROM knowledge_restricted_entity known USING (SELECT DISTINCT entity_id FROM changed) gone
      WHERE known.entity_id = gone.entity_id AND known.chunks = 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER knowledge_mention_restricted_inserted AFTER INSERT ON knowledge_mention REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION knowledge_mention_restricted();
CREATE TRIGGER knowledge_mention_restricted_deleted AFTER DELETE ON knowledge_mention REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION knowledge_mention_restricted();

-- Documents that are there already.
UPDATE knowledge_document SET object_id = object_id;
