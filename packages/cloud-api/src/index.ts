export { cloudApi } from './cloud-api.ts'
export { mediaIdOf, messageIdOf, wamidOf } from './ids.ts'
export { graphFormat } from './updates.ts'
