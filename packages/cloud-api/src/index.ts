export { cloudApi } from './cloud-api.ts'
export { mediaIdOf, messageOf, wamidOf } from './ids.ts'
export { graphFormat } from './updates.ts'
