/** Groups of tools. A client can choose which ones an assistant sees. */
export const toolsets = ['messages', 'chats', 'contacts', 'segments', 'groups', 'numbers', 'deliveries'] as const

export type Toolset = (typeof toolsets)[number]

/** A client's choice of tools in the URL: `?toolsets=chats,contacts&readOnly=true`. */
export type ToolChoice = { toolsets?: readonly Toolset[]; readOnly: boolean }

export type ChoiceFault = { path: string; code: 'field:invalid' | 'field:unknown'; message: string }

const readOnlyWords = new Map([
  ['', true],
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/**
 * Reads the choice of tools from a query string. Anything other than a known name given once with a known value is an error, because
 * ignoring it could offer more tools than intended.
 */
export function readToolChoice(query: URLSearchParams): ToolChoice | { faults: ChoiceFault[] } {
  const names = query.getAll('toolsets').flatMap((text) => text.split(',').map((name) => name.trim()))
  const flags = query.getAll('readOnly')
  const faults: ChoiceFault[] = [...new Set(query.keys())]
    .filter((path) => path !== 'toolsets' && path !== 'readOnly')
    .map((path) => ({
      path: path.slice(0, 100),
      code: 'field:unknown',
      message: 'is not a parameter here; use toolsets and readOnly',
    }))
  const unknown = names.find((name) => !toolsets.includes(name as Toolset))
  if (unknown !== undefined) {
    const message = `${unknown.slice(0, 100) || 'an empty name'} is not a toolset; use ${toolsets.join(', ')}`
    faults.push({ path: 'toolsets', code: 'field:invalid', message })
  }
  const [flag = 'false', ...more] = flags
  const readOnly = readOnlyWords.get(flag)
  if (readOnly === undefined || more.length > 0)
    faults.push({ path: 'readOnly', code: 'field:invalid', message: 'must be true or false, once' })
  if (faults.length > 0) return { faults }
  return { readOnly: readOnly === true, ...(names.length > 0 ? { toolsets: names as Toolset[] } : {}) }
}
