export { cloudApi } from './face.ts'
export { messageOf, wamidOf } from './ids.ts'
export { graphFormat } from './updates.ts'
