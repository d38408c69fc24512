export {
  type ExchangeAnswer,
  ExchangeError,
  type ExchangeFailure,
  type ExchangeRequest,
  exchange,
  failureOf,
} from './exchange.ts'
export {
  type FetchedFile,
  type FetchFileOptions,
  fetchFile,
  openSpool,
  type Spooled,
  type SpoolOptions,
  spool,
} from './fetch-file.ts'
export { mimeOf } from './file-signature.ts'
export { canonicalAddress, isGlobalAddress, urlProblem, type VetOptions, vetUrl } from './vet-url.ts'
export {
  createVettedFetcher,
  type VettedFetcher,
  type VettedFetcherOptions,
  type VettedRequest,
  type VettedResponse,
} from './vetted-fetch.ts'
