-- CreateTable
CREATE TABLE "evaluation_output" (
    "case_id" BIGINT NOT NULL,
    "output" JSONB,
    "failure" JSONB,

    CONSTRAINT "evaluation_output_pkey" PRIMARY KEY ("case_id")
);

-- AddForeignKey
ALTER TABLE "evaluation_output" ADD CONSTRAINT "evaluation_output_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "evaluation_case"("id") ON DELETE CASCADE ON UPDATE CASCADE;
