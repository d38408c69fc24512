export { isGlobalAddress } from './address.ts'
export { VettedFetchError, type VettedFetchReason } from './fetch-error.ts'
export { type FetchedFile, type FetchFileOptions, fetchFile } from './fetch-file.ts'
export { urlProblem, type VetOptions, vetUrl } from './vet-url.ts'
export {
  createVettedFetcher,
  type VettedFetcher,
  type VettedFetcherOptions,
  type VettedRequest,
  type VettedResponse,
} from './vetted-fetch.ts'
