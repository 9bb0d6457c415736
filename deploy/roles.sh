#!/bin/sh
# Makes both roles and the database of Candor on a new PostgreSQL, as docs/security.md says. The image of postgres runs it once.
set -eu
psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  --set owner="$CANDOR_OWNER_PASSWORD" --set runtime="$CANDOR_RUNTIME_PASSWORD" <<'SQL'
create role candor_owner login password :'owner';
create role candor_runtime login password :'runtime';
create database candor owner candor_owner;
grant candor_runtime to candor_owner;
SQL
