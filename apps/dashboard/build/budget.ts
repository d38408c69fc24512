/** An entry of Vite's manifest. */
type Chunk = { file: string; css?: string[]; imports?: string[] }

export type Manifest = Readonly<Record<string, Chunk>>

/**
 * Returns the scripts and styles that a browser loads for these entries, each once; a test limits their size. Throws for an unknown entry:
 * a renamed one would count as empty.
 */
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
