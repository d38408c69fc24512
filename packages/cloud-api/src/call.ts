import type { MountedFile, MountedResponse } from '@posthorn/contracts'

export type GraphRequest = {
  method: string
  path: readonly string[]
  query: URLSearchParams
  /** URL of this API with the requested version, for links in responses. */
  base: string
  key: string
  /** The key, if it is in the query. Links in responses then include it, as the provider's do. */
  keyOfQuery: string | undefined
  /** Reads the JSON body. Returns an empty object if there is none. */
  body(): Promise<unknown>
  openFile(): Promise<MountedFile>
}

export type GraphAnswer = MountedResponse
