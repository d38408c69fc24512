import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prometheusRule, prometheusRulePath } from './deployment/manifests.ts'
import { auditedOperationsFile, fieldRulesFile } from './docs/dashboard.ts'
import { referenceFolder, referencePages } from './docs/reference.ts'
import { clientDocument } from './sdk/model.ts'
import { sdkSources } from './sdk/sources.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const pages = Object.entries(await referencePages(root)).map(
  ([name, text]) => [`${referenceFolder}/${name}`, text] as const,
)
const document = clientDocument()
const sources = Object.entries({
  ...sdkSources(document),
  ...fieldRulesFile(root, document),
  ...auditedOperationsFile(),
  [prometheusRulePath]: prometheusRule(root),
})
for (const [path, text] of [...pages, ...sources]) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  console.log(path)
}
