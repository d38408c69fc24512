import { readdirSync, readFileSync } from 'node:fs'
import { openApiDocument } from '@posthorn/contracts/openapi'
import { type SampleLanguage, samplesOf } from '@posthorn/docs-site'

const guides = new URL('../../../../apps/docs/guides/', import.meta.url)
/** These guides call an address other than `$URL`, or one that an earlier command returned. */
const withoutTabs = new Set(['cloud-api.md', 'your-first-change.md', 'test-in-ci.md'])
const document = openApiDocument() as unknown as Parameters<typeof samplesOf>[1]

type ShownRequest = { name: string; code: string }

export const shownRequests: readonly ShownRequest[] = readdirSync(guides)
  .filter((name) => !withoutTabs.has(name))
  .flatMap((name) => {
    const text = readFileSync(new URL(name, guides), 'utf8')
    return [...text.matchAll(/^```\n(curl [\s\S]*?)\n```$/gm)].map(([, code = '']) => ({ name, code }))
  })

/** Puts complete ids into a request, as readers do. */
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

export function writtenIn(language: SampleLanguage, code: string): string {
  const sample = samplesOf(code, document)?.find((each) => each.language === language)
  if (sample === undefined) throw new Error(`there is no ${language} of ${code}`)
  return sample.code
}
