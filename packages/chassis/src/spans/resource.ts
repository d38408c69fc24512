import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import { readPairs, type SpanConfig } from './settings.ts'

/** Describes the process that its spans come from. `OTEL_RESOURCE_ATTRIBUTES` replaces what is known here. */
export function resourceOf(config: SpanConfig, service: string): Resource {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  const given = readPairs(config.OTEL_RESOURCE_ATTRIBUTES)
  return resourceFromAttributes({
    'service.namespace': 'posthorn',
    'service.version': version,
    'service.instance.id': randomUUID(),
    'host.name': hostname(),
    'process.pid': process.pid,
    ...given,
    'service.name': config.OTEL_SERVICE_NAME ?? given['service.name'] ?? service,
  })
}
