-- Which jobs added a document that is being deleted.
CREATE INDEX "knowledge_input_document_id_idx" ON "knowledge_input"("document_id");
