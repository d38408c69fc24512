/** An entry of Vite's manifest. */
type Chunk = { file: string; css?: string[]; imports?: string[] }

export type Manifest = Readonly<Record<string, Chunk>>

/** Returns these entries' scripts and styles, and those that they import statically, without duplicates. Throws for an unknown entry. */
export function filesOf(manifest: Manifest, names: readonly string[]): string[] {
  const seen = new Set<string>()
  const files = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`the manifest has no ${name}`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const name of names) visit(name)
  return [...files]
}
