#!/bin/sh
# Generates the secrets of docker-compose.yml in ./secrets, one per file. Existing files are left unchanged.
# Only the owner can enter the directory; the files are readable by the users of the containers that mount them.
set -eu
umask 077
cd "$(dirname "$0")/.."
mkdir -p secrets/service
chmod 755 secrets/service

random() {
  od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'
}

write() {
  [ -e "secrets/$1" ] && return
  printf '%s' "$2" >"secrets/$1"
  chmod 444 "secrets/$1"
  echo "secrets/$1"
}

write postgres_password "$(random 24)"
write postgres_tidemill_password "$(random 24)"
write postgres_temporal_password "$(random 24)"
write database_url "postgres://tidemill:$(cat secrets/postgres_tidemill_password)@postgres:5432/tidemill"
write s3_access_key_id "$(random 10)"
write s3_secret_access_key "$(random 30)"
write grafana_admin_password "$(random 16)"
