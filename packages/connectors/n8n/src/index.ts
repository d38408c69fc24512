export { clientOf, type RequestContext } from '../nodes/Posthorn/client.ts'
export { type ActionContext, runItem } from '../nodes/Posthorn/run-item.ts'
export { exists, type HookContext, receiveEvent, register, remove } from '../nodes/PosthornTrigger/subscription.ts'
