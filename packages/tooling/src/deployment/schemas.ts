import type { Resource } from './manifests.ts'

type Model = new (resource: object) => { validate(): void }

/** Packages with the models for each API group. Kubernetes's own groups share one package. */
const packages: Readonly<Record<string, string>> = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
}

/**
 * Returns fields whose values the schema of the object's kind doesn't allow, and missing required fields. Unknown fields pass, because the
 * models allow them.
 */
export async function schemaFaults(resource: Resource & { apiVersion: string }): Promise<string[]> {
  const { apiVersion, kind, metadata } = resource
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
  const from = packages[group] ?? 'kubernetes-models'
  const path = from === 'kubernetes-models' ? apiVersion : `${group}${apiVersion.slice(group.length)}`
  const place = `${kind} ${metadata.name}`
  try {
    const models = (await import(`${from}/${path}/${kind}`)) as Record<string, Model>
    const model = models[kind]
    if (model === undefined) return [`${place}: no schema of ${apiVersion}`]
    new model(resource).validate()
    return []
  } catch (error) {
    return [`${place}: ${error instanceof Error ? error.message : String(error)}`]
  }
}
