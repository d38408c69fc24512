export { ApiError, Posthorn, SignatureError } from '@posthorn/sdk'
export { call, type File, type Item, type Outcome } from './call.ts'
export { type Choice, choicesOf } from './choices.ts'
export type { Action, Field, ListName, Trigger } from './description/index.ts'
export { explain } from './explain.ts'
export { common, events, groups, triggers } from './generated/catalog.ts'
export { FieldValueError, type Values } from './input.ts'
export { callOperation, type Performance, perform } from './perform.ts'
export {
  type Filter,
  isSubscribed,
  type Registered,
  receive,
  type Subscription,
  sampleOf,
  sendSample,
  subscribe,
  unsubscribe,
} from './trigger.ts'
