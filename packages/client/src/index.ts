export { type CallOptions, type Credential, signContext, signContexts } from './call-context.ts'

export { type ClientOptions, type Clients, createClients, faultOf, hadNoEffect } from './clients.ts'
export type { RouterOf } from './router.ts'
export { type FirstRunFile, ownDatabaseName, type RunFile } from './run-files.ts'
export type { Upload } from './transport.ts'
