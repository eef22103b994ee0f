#!/bin/sh
# Runs once, when the database is new. Makes the login the server works with; `admin migrate` grants it what it needs.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$APP_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role signalbox login password :'password' nosuperuser nocreatedb nocreaterole;
SQL
