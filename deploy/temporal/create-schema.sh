#!/bin/sh
# Creates the tables of Temporal's two databases, or migrates them to this release. Idempotent.
set -eu
SQL_PASSWORD="$(cat /run/secrets/postgres_temporal_password)"
export SQL_PASSWORD
for database in temporal visibility; do
  name=$([ "$database" = temporal ] && echo temporal || echo temporal_visibility)
  tool="temporal-sql-tool --plugin postgres12 --ep postgres --port 5432 --user temporal --db $name"
  $tool setup-schema --version 0.0
  $tool update-schema --schema-dir "/etc/temporal/schema/postgresql/v12/$database/versioned"
done
