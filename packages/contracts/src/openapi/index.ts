export { namedDocument, openApiDocument } from './document.ts'
export { exampleAnswer } from './operation.ts'
export { tierDocuments } from './tiers.ts'
