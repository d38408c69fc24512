import type { ApiDocument } from '../document.ts'
import { goSample, phpSample, rubySample } from './http.ts'
import { requestOf } from './request.ts'
import { nodeSample, pythonSample, sdkCallOf } from './sdk.ts'

/** A form of a request; `language` is the key of its tab. */
export type Sample = { language: SampleLanguage; code: string }
export type SampleLanguage = keyof typeof sampleLanguages

/** Languages of guides, with their names, in the order of their tabs. */
export const sampleLanguages = {
  shell: 'Shell',
  node: 'Node.js',
  python: 'Python',
  php: 'PHP',
  ruby: 'Ruby',
  go: 'Go',
  java: 'Java',
} as const

/** Returns a request that a guide shows with curl in every language; undefined for other code. */
export function samplesOf(code: string, document: ApiDocument): Sample[] | undefined {
  const request = requestOf(code)
  const call = request && sdkCallOf(request, document)
  if (call === undefined) return undefined
  return [
    { language: 'shell', code },
    { language: 'node', code: nodeSample(call) },
    { language: 'python', code: pythonSample(call) },
    { language: 'php', code: phpSample(call.request) },
    { language: 'ruby', code: rubySample(call.request) },
    { language: 'go', code: goSample(call.request) },
  ]
}
