import type { MountedFile, MountedResponse } from '@posthorn/contracts'

/** A request, whose path excludes prefix and version. */
export type GraphRequest = {
  method: string
  /** Path segments. */
  path: readonly string[]
  query: URLSearchParams
  /** URL of this API with the requested version, for links in responses. */
  base: string
  key: string
  /** The key, if it is in the query. Links in responses then include it, like the provider's. */
  keyOfQuery: string | undefined
  /** Reads the JSON body; an empty object if there is none. */
  body(): Promise<unknown>
  openFile(): Promise<MountedFile>
}

export type GraphAnswer = MountedResponse
