import { join } from 'node:path'

type Chunk = {
  fileName: string
  facadeModuleId: string | null
  imports: readonly string[]
  moduleIds: readonly string[]
}

const inbox = 'src/screens/inbox/'

/**
 * Returns the rule that bundles everything the first load needs into one file: fifty small files compress worse, and each costs a request.
 * `chunks` comes from a build without the rule.
 */
export function firstLoadRule(root: string, chunks: readonly Chunk[]) {
  const entries = [join(root, 'index.html'), join(root, inbox, 'screen.tsx')]
  const first = modulesOf(chunks, entries)
  // `main.tsx` awaits UI strings and drafts at the top level, so modules that they import must not be in the same file.
  const apart = (id: string) => id.startsWith(join(root, inbox)) || id === join(root, 'src/main.tsx')
  const isFirst = (id: string) => first.has(id) && !apart(id) && !entries.some((entry) => id.startsWith(entry))
  // Otherwise, each module of the inbox that other modules load later would become a separate file.
  const isOfInbox = (id: string) => first.has(id) && id.startsWith(join(root, inbox)) && !entries.includes(id)
  const conversation = join(root, inbox, 'conversation.tsx')
  const later = modulesOf(chunks, [conversation])
  const isOfChat = (id: string) =>
    later.has(id) && !first.has(id) && id.startsWith(join(root, inbox)) && id !== conversation
  return {
    groups: [
      { name: 'first', test: isFirst },
      { name: 'inbox', test: isOfInbox },
      { name: 'chat', test: isOfChat },
    ],
  }
}

function modulesOf(chunks: readonly Chunk[], entries: readonly string[]): Set<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const waiting = chunks.filter(({ facadeModuleId }) => facadeModuleId !== null && entries.includes(facadeModuleId))
  const found = new Set<Chunk>()
  for (let chunk = waiting.pop(); chunk !== undefined; chunk = waiting.pop()) {
    if (found.has(chunk)) continue
    found.add(chunk)
    waiting.push(...chunk.imports.flatMap((name) => byName.get(name) ?? []))
  }
  return new Set([...found].flatMap(({ moduleIds }) => moduleIds))
}
