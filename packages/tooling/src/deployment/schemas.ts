import type { Resource } from './manifests.ts'

type Model = new (resource: object) => { validate(): void }

/** Packages with an API group's models. Kubernetes's own are in one. */
const packages: Readonly<Record<string, string>> = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
}

/**
 * Lists an object's fields whose values its kind's schema doesn't allow, and missing required ones. Unknown fields pass, because the models
 * allow them.
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
