/** Settings that `start` reads itself, and defaults that it passes to every service and that differ from a service's. */
export const startSettings = {
  PORT: { fallback: '3000', description: 'Public port of the gateway; 0 takes a free one' },
  DATA_DIR: {
    fallback: '.data',
    description:
      'Folder of all stored data: secrets, files, and the embedded Postgres and NATS; the default is in the root of the repository',
  },
  BACKUP_DIR: { description: 'Folder for backups of the embedded Postgres; absent: no backups' },
  DATABASE_URL: {
    description:
      'Postgres with a user who can create roles and schemas; absent: `start` runs its own. With DATABASE_POOLER, the address of the pooler',
  },
  'DATABASE_URL_<SERVICE>': {
    description:
      'Postgres of one service, such as DATABASE_URL_MESSAGING, with a user who can create roles and schemas; absent: DATABASE_URL',
  },
  NATS_URL: { description: 'NATS server with JetStream; absent: `start` runs its own' },
  ALLOW_PRIVATE_ADDRESSES: {
    fallback: 'true',
    description: 'Whether webhooks can be sent to private addresses, as suits a laptop',
  },
  START_WAIT_SECONDS: { fallback: '120', description: 'Longest wait for a server that does not respond, in seconds' },
  LOG_LEVEL: { fallback: 'error', description: 'Least important lines that services write' },
  SAFETY_CHECKS: { fallback: 'skip', description: 'enforce refuses anything unsafe in production' },
  DATABASE_POOL: { fallback: '3', description: 'Highest number of connections of a service to Postgres' },
  PUBLIC_URL: {
    description: 'URL of the gateway for callers and the provider, without a path; absent: its address on this machine',
  },
  BUS_NAME: { description: 'Prefix of stream and subjects; absent: a name that only this DATA_DIR has' },
} as const satisfies Record<string, { fallback?: string; description: string }>
