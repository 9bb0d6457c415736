#!/bin/sh
# Makes both roles and the database of Candor on a new PostgreSQL, as docs/security.md says. The image of postgres runs it once.
set -eu
: "${CANDOR_OWNER_PASSWORD:?}" "${CANDOR_RUNTIME_PASSWORD:?}"
# The passwords go by the environment: everybody on the machine sees a command line.
psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\getenv owner CANDOR_OWNER_PASSWORD
\getenv runtime CANDOR_RUNTIME_PASSWORD
create role candor_owner login password :'owner';
create role candor_runtime login password :'runtime';
create database candor owner candor_owner;
grant candor_runtime to candor_owner;
SQL
