-- A request can quote several texts. No release has had the table yet: its rows can change their form.
DROP INDEX "model_call_tenant_id_about_idx";
ALTER TABLE "model_call" ALTER COLUMN "about" TYPE TEXT[] USING ARRAY["about"], ALTER COLUMN "about" DROP NOT NULL;
CREATE INDEX "model_call_about_idx" ON "model_call" USING GIN ("about");
