# Postgres with pgBackRest, from the PostgreSQL package source in its image, and the authorities that sign the certificates of buckets.
FROM postgres:18
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates pgbackrest \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o postgres -g postgres /var/lib/pgbackrest
