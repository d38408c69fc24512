import { parse } from 'yaml'

export type Program = { app: string; place: string; env: Record<string, string> }

type ComposeService = {
  image?: string
  build?: { args?: { APP?: string } }
  environment?: Record<string, string | number>
  ports?: string[]
}

type Compose = {
  programs: Record<string, Program & { containerPorts: number[] }>
  /** Environment of services that aren't ours. */
  servers: Record<string, Record<string, string>>
  images: string[]
  variables: string[]
}

/** Returns the environment as programs get it: numbers are text. */
const textsOf = (values: Record<string, string | number> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

/** Returns the container's port in `3000:3000` or `127.0.0.1:4000:4000`. */
const containerPortOf = (port: string): number => Number(port.split(':').at(-1))

/** Reads a compose file. A service with the build argument `APP` is one of our programs. */
export const readCompose = (text: string, place: string): Compose => {
  const { services } = parse(text, { merge: true, logLevel: 'error' }) as { services: Record<string, ComposeService> }
  const compose: Compose = { programs: {}, servers: {}, images: [], variables: [] }
  for (const [name, { image, build, environment, ports = [] }] of Object.entries(services)) {
    const app = build?.args?.APP
    const env = textsOf(environment)
    if (image !== undefined) compose.images.push(image)
    if (app === undefined) compose.servers[name] = env
    else compose.programs[name] = { app, place: `${place} ${name}`, env, containerPorts: ports.map(containerPortOf) }
  }
  compose.variables = [...new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name))]
  return compose
}

/** Returns the names set in a file of `NAME=value` lines. */
export const namesOfEnvFile = (text: string): string[] => [...text.matchAll(/^(\w+)=/gm)].map(([, name = '']) => name)
