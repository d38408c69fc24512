export type { Page } from './resources.ts'
export {
  type AssistantHost,
  createAssistantServer,
  createForwardingServer,
  type Forwarded,
  type ToolCall,
} from './server.ts'

export { readToolChoice, type ToolChoice, toolsets } from './tools.ts'
