#!/bin/sh
# Run once by Postgres, when its data directory is created: a role and a database for the service, another role and two
# databases for Temporal. Only the superuser can access both.
set -eu
export SECRETS="${SECRETS:-/run/secrets}"
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username postgres --dbname postgres <<'SQL'
\set tidemill `cat "$SECRETS/postgres_tidemill_password"`
\set temporal `cat "$SECRETS/postgres_temporal_password"`
CREATE ROLE tidemill LOGIN PASSWORD :'tidemill';
CREATE ROLE temporal LOGIN PASSWORD :'temporal';
CREATE DATABASE tidemill OWNER tidemill;
CREATE DATABASE temporal OWNER temporal;
CREATE DATABASE temporal_visibility OWNER temporal;
REVOKE CONNECT ON DATABASE postgres, tidemill, temporal, temporal_visibility FROM PUBLIC;
\connect tidemill
CREATE EXTENSION vector;
SQL
