/** The subset of Zapier's `z` that the app uses. */
export type ZapierTools = {
  stashFile(bytes: Uint8Array, size: number, filename: string, type: string): Promise<string>
}

/** Zapier's bundle: the values that the user filled in, the connection, and a hook's request. */
export type Bundle = {
  authData: { url: string; token: string }
  inputData: Record<string, unknown>
  targetUrl?: string
  subscribeData?: Record<string, unknown>
  rawRequest?: { content: string; headers: Record<string, string> }
  meta?: { zap?: { id?: string } }
}

export type InputField = {
  key: string
  label: string
  type: 'string' | 'text' | 'number' | 'boolean' | 'datetime' | 'file'
  helpText?: string
  required?: boolean
  list?: boolean
  choices?: string[]
  dynamic?: string
}
