/** Describes the system that runs on a data folder, as stored in `run.json`. Commands and tests read it to find the system. */
export type RunFile = {
  /** Process id of the launcher. */
  pid: number
  /** URL of the API. */
  url: string
  /** Internal URLs of services and simulator. */
  urls: Record<string, string>
  /** Credential of the operator, who manages workspaces and keys. */
  credential: { name: string; secret: string }
  /** URL of Postgres, with its administrator's login. */
  databaseUrl: string
  /** Database URLs of services that use a different Postgres. */
  databaseUrls: Partial<Record<string, string>>
  natsUrl: string
  /** Components with their own process. `start` distinguishes a process from a later one with the same id. */
  processes: Record<string, { pid: number; start: string }>
}

/** The account that the first start creates, as in `first-run.json`. */
export type FirstRunFile = {
  /** URL of the API. */
  url: string
  /** URL of the installation for callers elsewhere and for the provider, without a path. */
  publicUrl: string
  /** An API key of the workspace. */
  key: string
  workspace: string
  /** A simulator number, the workspace's default. */
  number: string
  /** URL of the simulator. */
  simulator: string
}

/** Database name for an installation with its own Postgres. */
export const ownDatabaseName = 'posthorn'
