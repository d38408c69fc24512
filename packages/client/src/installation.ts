/** The running system of a data folder, as it is in `run.json`: how commands and tests find it. */
export type RunFile = {
  /** Process id of the launcher. */
  pid: number
  /** The address of the API. */
  url: string
  /** Internal addresses of services and simulator. */
  urls: Record<string, string>
  /** The credential of the operator, who sets up workspaces and keys. */
  credential: { name: string; secret: string }
  /** Postgres, for its administrator. */
  databaseUrl: string
  /** Postgres of the services that have another one, likewise; older versions did not write it. */
  databaseUrls?: Partial<Record<string, string>>
  natsUrl: string
  /** Each part with a process of its own; `start` distinguishes it from a later process with the same id. */
  processes: Record<string, { pid: number; start: string }>
}

/** The account that the first start creates, as it is in `first-run.json`. */
export type FirstRunFile = {
  /** The address of the API. */
  url: string
  /** An API key of the workspace. */
  key: string
  workspace: string
  /** A number of the simulator, the workspace's default. */
  number: string
  /** The address of the simulator. */
  simulator: string
}

/** The database of an installation on a Postgres of its own. */
export const ownDatabaseName = 'posthorn'
