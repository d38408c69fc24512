export type { AssistantHost, ToolCall } from './host.ts'
export { createAssistantServer, instructions, serverInfo } from './server.ts'
export { tools } from './tools.ts'
export { readToolChoice, type ToolChoice, toolsets } from './toolsets.ts'
