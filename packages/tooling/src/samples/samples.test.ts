import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { clientDocument } from '../sdk/model.ts'
import { checkVariant, startCapture, type VariantResult } from './check.ts'
import { awkwardRequests, sampleRequests } from './requests.ts'
import { isHere, runners } from './runners.ts'
import { quotable, variants } from './variants.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const requests = sampleRequests(clientDocument())
const recorded = JSON.parse(readFileSync(join(root, 'apps/docs/reference/samples.json'), 'utf8')) as VariantResult[]

describe('the samples', () => {
  it('are there for every operation, in at least 15 languages', () => {
    expect(new Set(variants.map(({ language }) => language)).size).toBeGreaterThanOrEqual(15)
    const options = { url: 'http://localhost:3000', token: 'ph_live_key' }
    for (const variant of variants) {
      for (const request of [...requests, ...awkwardRequests]) {
        expect(variant.write(request, options), `${variant.key} ${request.name}`).toContain('ph_live_key')
      }
    }
  })

  it('have their results recorded, and all that were run were right', () => {
    expect(recorded.map(({ key }) => key)).toEqual(variants.map(({ key }) => key))
    expect(recorded.filter(({ executed }) => executed > 0).length).toBeGreaterThanOrEqual(10)
    expect(recorded.filter(({ executed, right }) => executed !== right)).toEqual([])
    const all = requests.length + awkwardRequests.length
    const whole = recorded.filter(({ executed }) => executed === all).map(({ key }) => key)
    expect(whole, 'run `pnpm samples node/fetch python/python3 shell/curl`').toContain('node/fetch')
  })

  it.each(['node/fetch', 'python/python3', 'shell/curl'])(
    'of %s send texts that are hard to quote as they are',
    async (key) => {
      const variant = variants.find((each) => each.key === key)
      const runner = runners[key]
      if (variant === undefined || runner === undefined) throw new Error(`there is no ${key}`)
      const folder = mkdtempSync(join(tmpdir(), 'posthorn-samples-'))
      await using server = await startCapture()
      const { faults, right } = await checkVariant(variant, [], { server, folder })
      expect({ faults, right }).toEqual({ faults: {}, right: isHere(runner, folder) ? awkwardRequests.length : 0 })
      rmSync(folder, { recursive: true })
    },
  )

  it('contain no sign that a language would expand, and the same JSON', () => {
    const text = quotable({ message: "It's $HOME `id` #{1} 100 %" })
    expect(text).not.toMatch(/['$#`%]/)
    expect(JSON.parse(text)).toEqual({ message: "It's $HOME `id` #{1} 100 %" })
  })
})
