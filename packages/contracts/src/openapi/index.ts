export { namedDocument, openApiDocument } from './document.ts'
export { tierDocuments } from './tiers.ts'
