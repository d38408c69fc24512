export { cloudApi } from './face.ts'
export { mediaIdOf, messageOf, wamidOf } from './ids.ts'
export { graphFormat } from './updates.ts'
