import type { OpenApiDocument, OperationObject } from './model.ts'

type Components = OpenApiDocument['components']

/**
 * Returns a document for each tier, keyed by the tier's lowercase name, with its operations and the components they refer to. A reader of one
 * tier, such as an assistant, then doesn't load the whole document.
 */
export function tierDocuments(document: OpenApiDocument): Record<string, OpenApiDocument> {
  const tiers = document['x-tagGroups'].map((group) => [group.name.toLowerCase(), tierDocument(document, group)])
  return Object.fromEntries(tiers) as Record<string, OpenApiDocument>
}

function tierDocument(document: OpenApiDocument, group: { name: string; tags: string[] }): OpenApiDocument {
  const isOwn = ({ tags }: OperationObject) => tags.some((tag) => group.tags.includes(tag))
  const paths = filterEntries(document.paths, (methods) =>
    filterEntries(methods, (operation) => isOwn(operation) && operation),
  )
  const webhooks = filterEntries(document.webhooks, (webhook) => isOwn(webhook.post) && webhook)
  return {
    ...document,
    info: { ...document.info, title: `Posthorn ${group.name}` },
    tags: document.tags.filter(({ name }) => group.tags.includes(name)),
    'x-tagGroups': [group],
    paths,
    webhooks,
    components: componentsOf({ paths, webhooks }, document.components),
  }
}

/** Returns the components that a value refers to, directly or through others, and all security schemes. */
function componentsOf(value: unknown, components: Components): Components {
  const kept = new Set<string>()
  const visit = (part: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      if (kept.has(`${kind}/${name}`)) continue
      kept.add(`${kind}/${name}`)
      visit((components as Record<string, Record<string, unknown>>)[kind]?.[name])
    }
  }
  visit(value)
  const used = Object.entries(components).map(([kind, named]: [string, Record<string, object>]) => [
    kind,
    kind === 'securitySchemes' ? named : filterEntries(named, (part, name) => kept.has(`${kind}/${name}`) && part),
  ])
  return Object.fromEntries(used) as Components
}

/** Keeps what `keep` returns for each entry, and leaves out entries for which that is false or empty. */
function filterEntries<T extends object>(
  entries: Record<string, T>,
  keep: (value: T, name: string) => T | false,
): Record<string, T> {
  const kept = Object.entries(entries).flatMap(([name, value]): [string, T][] => {
    const found = keep(value, name)
    return found && Object.keys(found).length > 0 ? [[name, found]] : []
  })
  return Object.fromEntries(kept)
}
