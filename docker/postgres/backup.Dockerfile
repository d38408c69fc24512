# Postgres with pgBackRest, from the package source of PostgreSQL that its image has.
FROM postgres:18
RUN apt-get update \
  && apt-get install --yes --no-install-recommends pgbackrest \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o postgres -g postgres /var/lib/pgbackrest
