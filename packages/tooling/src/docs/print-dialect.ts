import { pathToFileURL } from 'node:url'

/** A route of the established dialect as the reference shows it. */
export type PrintedRoute = { method: string; path: string; support: 'works' | 'differs' | 'none'; note: string }

// Run as a program with the file of all routes: prints them as JSON.
const [, , file = ''] = process.argv
const { dialectRoutes } = (await import(pathToFileURL(file).href)) as { dialectRoutes: readonly PrintedRoute[] }
const printed = dialectRoutes.map(({ method, path, support, note }) => ({ method, path, support, note }))
process.stdout.write(JSON.stringify(printed))
