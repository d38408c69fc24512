import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as parser from '@typescript-eslint/parser'
import { ESLint, type Linter } from 'eslint'
import { expect, test } from 'vitest'

// A rule reads constants from n8n-workflow. Its other modules need packages that this repository doesn't install.
const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'n8n-workflow' ? 'n8n-workflow/dist/cjs/interfaces.js' : specifier, context),
})
const { NODE_ENV = '' } = process.env
// While this is `test`, the other plugin treats every file as its own test.
process.env['NODE_ENV'] = ''
const { default: nodesBase } = await import('eslint-plugin-n8n-nodes-base')
process.env['NODE_ENV'] = NODE_ENV
const { n8nCommunityNodesPlugin } = await import('@n8n/eslint-plugin-community-nodes').finally(() => hooks.deregister())

const root = fileURLToPath(new URL('..', import.meta.url))
const off = (...names: string[]) => Object.fromEntries(names.map((name) => [`n8n-nodes-base/${name}`, 'off' as const]))
const rules = n8nCommunityNodesPlugin.configs.recommended.rules
const base = (name: 'community' | 'credentials' | 'nodes') => nodesBase.configs[name].rules

/** Rules of n8n's `n8n-node lint` 0.48, with its exceptions. */
const config = [
  {
    files: ['**/*.ts', 'package.json'],
    plugins: { '@n8n/community-nodes': n8nCommunityNodesPlugin, 'n8n-nodes-base': nodesBase },
    languageOptions: { parser, parserOptions: { extraFileExtensions: ['.json'] } },
    rules,
  },
  // The rule requires MIT, but the package's license will be decided when it is published.
  { files: ['package.json'], rules: { ...base('community'), ...off('community-package-json-license-not-default') } },
  {
    files: ['credentials/**/*.ts'],
    rules: {
      ...base('credentials'),
      ...off('cred-class-field-documentation-url-miscased', 'cred-class-field-type-options-password-missing'),
    },
  },
  {
    files: ['nodes/**/*.ts'],
    rules: {
      ...base('nodes'),
      ...off(
        'node-class-description-inputs-wrong-regular-node',
        'node-class-description-outputs-wrong',
        'node-param-type-options-max-value-present',
      ),
    },
  },
] as unknown as Linter.Config[]

test("node, trigger, credential and manifest break no rule of n8n's lint, the generated properties neither", async () => {
  const eslint = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig: config })
  const results = await eslint.lintFiles(['nodes/**/*.ts', 'credentials/**/*.ts', 'package.json'])
  const found = results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, ruleId, message }) => `${filePath.slice(root.length)}:${line} ${ruleId ?? ''} ${message}`),
  )
  expect(found).toEqual([])
  expect(results.map(({ filePath }) => filePath.slice(root.length))).toContain('nodes/Posthorn/generated/properties.ts')
})

test('the manifest names files that the build makes', () => {
  const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    n8n: { credentials: string[]; nodes: string[] }
  }
  for (const path of [...n8n.credentials, ...n8n.nodes]) {
    expect(() => readFileSync(join(root, path.replace(/^dist\//, '').replace(/\.js$/, '.ts')))).not.toThrow()
  }
})
