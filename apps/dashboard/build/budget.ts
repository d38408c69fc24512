/** An entry of Vite's manifest. */
type Chunk = { file: string; css?: string[]; imports?: string[] }

export type Manifest = Readonly<Record<string, Chunk>>

/** Returns all scripts and styles that these entries import, without duplicates. */
export function filesOf(manifest: Manifest, names: readonly string[]): string[] {
  const seen = new Set<string>()
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (chunk === undefined || seen.has(name)) return
    seen.add(name)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const name of names) visit(name)
  return [...files]
}
