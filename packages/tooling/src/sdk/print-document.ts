import { pathToFileURL } from 'node:url'
import { allOperations } from '@posthorn/contracts'

type Placed = { operation: { rest?: string } }
type RouteModule = { routeOf: (placed: Placed & { rest: string }, dispatch: () => never) => unknown }
type DocumentModule = { openApiDocument: (routes: unknown[], publicUrl: undefined) => unknown }

const unused = () => {
  throw new Error('the document is made without calls')
}

// Run as a program with two modules of the gateway as arguments: prints the OpenAPI document.
const [routeFile = '', documentFile = ''] = process.argv.slice(2)
const { routeOf } = (await import(pathToFileURL(routeFile).href)) as RouteModule
const { openApiDocument } = (await import(pathToFileURL(documentFile).href)) as DocumentModule
const routes = (allOperations() as Placed[]).flatMap((placed) => {
  const { rest } = placed.operation
  return rest === undefined ? [] : [routeOf({ ...placed, rest }, unused)]
})
process.stdout.write(JSON.stringify(openApiDocument(routes, undefined)))
