export { type ExchangeAnswer, type ExchangeRequest, exchange } from './exchange.ts'
export { ExchangeError, type ExchangeFailure, failureOf } from './exchange-error.ts'

export { type FetchedFile, type FetchFileOptions, fetchFile } from './fetch-file.ts'
export { mimeOf } from './mime.ts'
export { openSpool, type Spooled, type SpoolOptions, spool } from './spool.ts'
export { canonicalAddress, isGlobalAddress, urlProblem, type VetOptions, vetUrl } from './vet-url.ts'
export {
  createVettedFetcher,
  type VettedFetcher,
  type VettedFetcherOptions,
  type VettedRequest,
  type VettedResponse,
} from './vetted-fetch.ts'
