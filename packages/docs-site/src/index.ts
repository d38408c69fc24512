export { requestOf } from './samples/request.ts'
export { type SampleLanguage, samplesOf } from './samples/samples.ts'
export { createDocsSite, type DocsSite } from './site.ts'
export type { SiteFile } from './site-file.ts'
