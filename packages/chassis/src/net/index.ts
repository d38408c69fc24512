export { isGlobalAddress } from './address.ts'
export { VettedFetchError, type VettedFetchReason } from './fetch-error.ts'
export { urlProblem, type VetOptions, vetUrl } from './vet-url.ts'
export {
  createVettedFetcher,
  type VettedFetcher,
  type VettedFetcherOptions,
  type VettedRequest,
  type VettedResponse,
} from './vetted-fetch.ts'
