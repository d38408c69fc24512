import type { FaceFile, FaceResponse } from '@posthorn/contracts'

/** A request, without prefix and version in its path. */
export type GraphRequest = {
  method: string
  /** Segments of the path. */
  path: readonly string[]
  query: URLSearchParams
  /** Address of this API with the version that was asked for, for links in responses. */
  base: string
  key: string
  /** The key, where the query has it: links in responses have it too, as the provider's have. */
  keyOfQuery: string | undefined
  /** The JSON of the body; an empty object where there is none. */
  body(): Promise<unknown>
  openFile(): Promise<FaceFile>
}

/** Response of a request. */
export type GraphAnswer = FaceResponse
