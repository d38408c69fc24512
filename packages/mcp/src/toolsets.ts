/** Groups of tools, by which a client narrows what an assistant sees. */
export const toolsets = ['messages', 'chats', 'contacts', 'segments', 'groups', 'numbers', 'deliveries'] as const

/** Name of a group of tools. */
export type Toolset = (typeof toolsets)[number]

/** Choice of tools that a client makes in the address: `?toolsets=chats,contacts&readOnly=true`. */
export type ToolChoice = { toolsets?: readonly Toolset[]; readOnly: boolean }

/** Reads the choice of tools from a query string. Returns the first name that is no toolset as `unknown`. */
export function readToolChoice(query: URLSearchParams): ToolChoice | { unknown: string } {
  const names = query
    .getAll('toolsets')
    .flatMap((text) => text.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const unknown = names.find((name) => !toolsets.includes(name as Toolset))
  if (unknown !== undefined) return { unknown }
  const readOnly = ['', 'true', '1'].includes(query.get('readOnly') ?? 'false')
  return { readOnly, ...(names.length > 0 ? { toolsets: names as Toolset[] } : {}) }
}
