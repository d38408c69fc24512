export { type ClientOptions, type Clients, createClients, faultOf, hadNoEffect } from './clients.ts'
export { type FirstRunFile, ownDatabaseName, type RunFile } from './run-files.ts'
export {
  type CallOptions,
  type Credential,
  type RouterOf,
  signContext,
  signContexts,
  type Upload,
} from './transport.ts'
