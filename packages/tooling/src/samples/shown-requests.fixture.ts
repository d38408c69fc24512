import { readdirSync, readFileSync } from 'node:fs'
import { openApiDocument } from '@posthorn/contracts/openapi'
import { type SampleLanguage, samplesOf } from '@posthorn/docs-site'

const guides = new URL('../../../../apps/docs/guides/', import.meta.url)
/** These call another address than `$URL`, or one that a former command returned. */
const withoutTabs = new Set(['cloud-api.md', 'your-first-change.md', 'test-in-ci.md'])
const document = openApiDocument() as unknown as Parameters<typeof samplesOf>[1]

export type ShownRequest = { name: string; code: string }

/** Requests of the guides, as they show them with curl. */
export const shownRequests: readonly ShownRequest[] = readdirSync(guides)
  .filter((name) => !withoutTabs.has(name))
  .flatMap((name) => {
    const text = readFileSync(new URL(name, guides), 'utf8')
    return [...text.matchAll(/^```\n(curl [\s\S]*?)\n```$/gm)].map(([, code = '']) => ({ name, code }))
  })

/** Puts whole ids into a request, as its readers do. */
export function withIds(code: string, ids: Readonly<Record<string, string>> = {}): string {
  const unknown = '01k5v2s8xgf9hb3m4q7r8t9w0y'
  return code.replaceAll(
    /\b([a-z]+)_(?:…|01k5v2s8xgf9hb3m4q7r8t9w0y)/g,
    (_, prefix: string) => ids[prefix] ?? `${prefix}_${unknown}`,
  )
}

export function languagesOf(code: string): number {
  return samplesOf(code, document)?.length ?? 0
}

/** Returns a shown request in a language. */
export function writtenIn(language: SampleLanguage, code: string): string {
  const sample = samplesOf(code, document)?.find((each) => each.language === language)
  if (sample === undefined) throw new Error(`there is no ${language} of ${code}`)
  return sample.code
}
