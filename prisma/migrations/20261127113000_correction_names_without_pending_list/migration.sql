-- Names are looked up one by one, right after consolidation wrote many: each lookup would read the whole pending list.
ALTER INDEX "knowledge_correction_names_idx" SET (fastupdate = off);
