export { createDocsSite, type DocsSite, type SiteOptions } from './site.ts'
export type { SiteFile } from './site-file.ts'
