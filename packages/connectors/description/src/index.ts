export { ApiError, Posthorn, SignatureError } from '@posthorn/sdk'
export { choicesOf } from './choices.ts'
export type { Action, Field, ListName, Trigger } from './description/index.ts'
export { common, events, groups, triggers } from './generated/catalog.ts'
export { callOperation, explain, fileOf, type Item, perform, type Values } from './perform.ts'
export {
  type Filter,
  isSubscribed,
  queuedSeconds,
  type Registered,
  receive,
  sampleOf,
  sendSample,
  subscribe,
  unsubscribe,
} from './trigger.ts'
