# Postgres with pgBackRest, from the PostgreSQL package source in its image.
FROM postgres:18
RUN apt-get update \
  && apt-get install --yes --no-install-recommends pgbackrest \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o postgres -g postgres /var/lib/pgbackrest
