export { namedDocument, openApiDocument } from './document.ts'
