-- Jobs that were recorded before have no usage.
ALTER TABLE "job" ADD COLUMN     "usage" JSONB NOT NULL DEFAULT '[]';
ALTER TABLE "job" ALTER COLUMN "usage" DROP DEFAULT;

-- Totals start again from zero, as after a restart: no release has written any.
DROP TABLE "job_total";

-- CreateTable
CREATE TABLE "job_total" (
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "jobs" BIGINT NOT NULL,

    CONSTRAINT "job_total_pkey" PRIMARY KEY ("kind","state")
);

-- CreateTable
CREATE TABLE "usage_total" (
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "unit" TEXT NOT NULL,
    "amount" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "usage_total_pkey" PRIMARY KEY ("kind","state","source","unit")
);
