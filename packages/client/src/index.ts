export { type CallOptions, type ClientOptions, type Clients, createClients, faultOf } from './clients.ts'
export type { RouterOf } from './router.ts'
export { type Credential, signContext } from './sign.ts'
export type { Upload } from './upload.ts'
