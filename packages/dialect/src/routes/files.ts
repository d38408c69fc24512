import { defined, Fault, fail, failField, type Mutation, messaging } from '@posthorn/contracts'
import { z } from 'zod'
import { absentFor, findFileId, findId, pageOfItems, type StoredFile } from '../api/lookups.ts'
import {
  askEach,
  cut,
  dateOf,
  type Fields,
  fieldsOf,
  type Query,
  readDialectBody,
  secondsOf,
  textOf,
  type Window,
  windowOf,
} from '../api/request.ts'
import { type DialectCall, type DialectRoute, Outcome, route, type Session } from '../api/route.ts'
import { readShortId } from '../ids.ts'
import { fileOf, fileSchema } from '../shapes/small.ts'

/** Maximum lifetime that can be requested for a file. The dialect allows two years. */
const secondsMax = 365 * 86_400

/** Returns when a file expires, from a duration such as `30d`, at most a year. Nothing if there is no duration; refuses other text. */
function expiryOf(value: unknown): { expiresAt?: string } {
  if (value === undefined || value === null) return {}
  const seconds = Math.min(secondsMax, secondsOf(value, 'expiration'))
  return { expiresAt: new Date(Date.now() + seconds * 1000).toISOString() }
}

/** Stores the file at a URL. The body, not the input, identifies a repeated request, because a duration becomes another time. */
async function createByUrl(session: Session, body: Fields): Promise<StoredFile> {
  const url = textOf(body, 'url') ?? failField('url', 'is required, or send the file itself')
  const filename = textOf(body, 'filename')
  const input = { url, ...defined({ filename }), ...expiryOf(body['expiration']) }
  return session.ask(messaging.files.create, input, body)
}

const bytesMax = messaging.files.create.upload?.bytesMax ?? 0

/** Stores the bytes in the request. A form may name the file and its lifetime. */
async function createByBytes(session: Session): Promise<StoredFile> {
  const operation = messaging.files.create as unknown as Mutation
  const { bytes, texts, filename, mime } = await session.request.file(bytesMax)
  const fields = async () => {
    const form = fieldsOf(Object.fromEntries(await texts()))
    const name = textOf(form, 'filename')
    return { ...fieldsOf({ filename, mime }), ...defined({ filename: name }), ...expiryOf(form['expiration']) }
  }
  return (await session.upload(operation, { bytes, fields })) as StoredFile
}

/** Stores the file in the request, or the one at the URL in a JSON body. */
async function create({ session }: DialectCall) {
  const { request } = session
  if (!request.isJson) return [fileOf(await createByBytes(session), 'upload')]
  return [fileOf(await createByUrl(session, fieldsOf(await readDialectBody(request))), 'remote')]
}

type FileView = z.output<typeof fileSchema>
type Condition = (file: FileView) => boolean
type Given = Pick<Query, 'text' | 'many'>

/** Conditions with several values: a file needs to have one. No file here has an owner. */
const valuesByCondition: Readonly<Record<string, (file: FileView) => readonly string[]>> = {
  ids: ({ id }) => [id],
  sha2: ({ sha2 }) => [sha2],
  ext: ({ ext }) => [ext],
  mime: ({ mime }) => [mime],
  kind: ({ kind }) => [kind],
  size: ({ size }) => [String(size)],
  format: ({ format }) => [format],
  permission: ({ permission }) => [permission],
  origin: ({ origin }) => [origin],
  tags: ({ tags }) => tags,
  reference: ({ reference }) => (reference === undefined ? [] : [reference]),
  owner: () => [],
}

const nameContains = (text: string): Condition => {
  const part = text.toLowerCase()
  return ({ filename }) => filename.toLowerCase().includes(part)
}

const textConditions: Readonly<Record<string, (text: string, name: string) => Condition>> = {
  filename: nameContains,
  search: nameContains,
  after(text, name) {
    const from = dateOf({ [name]: text }, name) ?? ''
    return ({ createdAt }) => createdAt > from
  },
  before(text, name) {
    const to = dateOf({ [name]: text }, name) ?? ''
    return ({ createdAt }) => createdAt < to
  },
  expires: (_, name) => failField(name, 'is no condition here; use ids, before or after'),
}

const conditionNames = [...Object.keys(valuesByCondition), ...Object.keys(textConditions)]

/** Reads the conditions in a query as one that meets all of them. Returns undefined if there are none. */
function conditionIn(query: Given): Condition | undefined {
  const conditions = [
    ...Object.entries(valuesByCondition).flatMap(([name, valuesOf]): Condition[] => {
      const wanted = query.many(name)?.map((text) => (name === 'ids' ? readShortId('file', text) : text))
      return wanted ? [(file) => valuesOf(file).some((value) => wanted.includes(value))] : []
    }),
    ...Object.entries(textConditions).flatMap(([name, conditionOf]) => {
      const text = query.text(name)
      return text === undefined ? [] : [conditionOf(text, name)]
    }),
  ]
  return conditions.length === 0 ? undefined : (file) => conditions.every((fits) => fits(file))
}

const idsMax = 1000

/** Reads the stored files with these ids, in any format. Those that don't exist are left out. */
async function filesOf(session: Session, texts: readonly string[]): Promise<StoredFile[]> {
  if (texts.length > idsMax) failField('ids', `must have at most ${idsMax} ids`)
  const found = await askEach(texts, async (text) => {
    const id = await findId(session, 'file', text)
    const file = id && (await session.ask(messaging.files.get, { id }).catch(absentFor('file:not_found')))
    return file || []
  })
  return [...new Map(found.flat().map((file) => [file.id, file])).values()]
}

/** Returns a page of the files that meet the conditions in a query: of those with its ids or else of all, newest first. */
async function filesIn(session: Session, query: Given, window: Window): Promise<StoredFile[]> {
  const isMeant = conditionIn(query) ?? (() => true)
  const fits = (file: StoredFile) => isMeant(fileOf(file))
  const ids = query.many('ids')
  if (ids) return cut((await filesOf(session, ids)).filter(fits), window)
  const timeIn = (name: string) => dateOf({ [name]: query.text(name) }, name)
  const input = defined({ createdAfter: timeIn('after'), createdBefore: timeIn('before') })
  return pageOfItems(session, messaging.files.list, { input, ...window, fits })
}

const list = async ({ session, query }: DialectCall) =>
  (await filesIn(session, query, windowOf(query))).map((file) => fileOf(file))

const removedMax = 500

/** Reads values from a body, and from the query what the body lacks. Refuses other types, because a condition without effect selects all. */
function bodyOrQuery(fields: Fields, query: Query): Given {
  const read = (name: string, value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : failField(name, 'must be a text')
  return {
    text: (name = '') => (fields[name] === undefined ? query.text(name) : read(name, fields[name])),
    many(name = '') {
      const value = fields[name]
      if (value === undefined) return query.many(name)
      return Array.isArray(value) ? value.map((each) => read(name, each)) : read(name, value).split(',')
    },
  }
}

/** Deletes the files that the body or query selects, at most 500. Refuses a request without conditions, because it would delete all. */
async function removeMany({ session, body, query }: DialectCall) {
  const fields = fieldsOf(Array.isArray(body) ? { ids: body } : body)
  const given = bodyOrQuery(fields, query)
  if (conditionIn(given) === undefined)
    fail('request:invalid', { message: 'Say which files to delete; an empty filter would mean all.' })
  const limit = Number(given.text('limit') ?? removedMax)
  if (!Number.isInteger(limit) || limit < 1) failField('limit', 'must be a number from 1')
  const meant = await filesIn(session, given, { page: 0, size: Math.min(limit, removedMax) })
  for (const { id } of meant) await session.ask(messaging.files.remove, { id })
  return { ids: meant.map((file) => fileOf(file).id) }
}

const fileInPath = async ({ session, parameters }: DialectCall): Promise<StoredFile> =>
  session.ask(messaging.files.get, { id: await findFileId(session, parameters['id'] ?? '') })

/** Changes a file's name or lifetime. */
async function change(call: DialectCall) {
  const { id } = await fileInPath(call)
  const body = fieldsOf(call.body)
  const filename = textOf(body, 'filename')
  const changes = { ...defined({ filename }), ...expiryOf(body['expiration']) }
  return fileOf(await call.session.ask(messaging.files.update, { id, ...changes }))
}

async function remove(call: DialectCall) {
  const file = await fileInPath(call)
  await call.session.ask(messaging.files.remove, { id: file.id })
  return fileOf(file)
}

const download = async ({ session, parameters }: DialectCall) =>
  storedFile(session, await findFileId(session, parameters['id'] ?? ''))

/** Responds with an image itself, because no smaller previews are stored. No other file has a preview. */
async function preview(call: DialectCall) {
  const file = await fileInPath(call)
  if (file.kind !== 'image') fail('file:not_found', { message: 'Only images have a preview.' })
  return storedFile(call.session, file.id)
}

export const fileRoutes: readonly DialectRoute[] = [
  route('POST /files', { answer: z.array(fileSchema), status: 201, raw: true }, create),
  route(
    'GET /files',
    {
      answer: z.array(fileSchema),
      differs: 'Files have no tags and no reference, and there is no condition `expires`.',
    },
    list,
  ),
  route(
    'DELETE /files',
    {
      answer: z.object({ ids: z.array(z.string()) }),
      fields: [...conditionNames, 'limit'].join(' '),
      inert: 'wait',
      selects: true,
      differs: 'There is no condition `expires`.',
    },
    removeMany,
  ),
  route('GET /files/{id}', { answer: fileSchema }, async (call) => fileOf(await fileInPath(call))),
  route('DELETE /files/{id}', { answer: fileSchema }, remove),
  route('GET /files/{id}/download', { download: true }, download),
  route('GET /files/{id}/preview', { download: true, differs: 'The image itself.' }, preview),
  route(
    'PATCH /files/{id}',
    {
      answer: fileSchema,
      fields: 'filename expiration',
      differs: 'Changes filename and expiration; the rest is ignored.',
    },
    change,
  ),
]

/** Responds with a stored file's bytes, which are read in parts as they are sent. */
export const storedFile = (session: Session, id: string): Outcome =>
  new Outcome({ file: { read: (offset) => session.ask(messaging.files.download, { id, offset }) } })

/** Returns the id of the stored file that media name: a text, or an object with the id. */
export const fileTextIn = (media: Fields): string | undefined =>
  typeof media['file'] === 'object' && media['file'] !== null
    ? textOf(media['file'] as Fields, 'id')
    : textOf(media, 'file')

/** Returns media with a public URL as is, for the provider to download. Downloads media at other URLs and stores it as a file. */
export async function mediaAt(
  session: Session,
  url: string,
  path: string,
): Promise<{ url: string } | { file: string }> {
  const host = URL.canParse(url) && /^https?:/i.test(url) ? new URL(url).hostname : undefined
  // A domain name is public. An IP address, or a name such as `localhost`, may only be reachable from here. An invalid URL is refused later.
  if (host === undefined || /\.[a-z]{2,}$/i.test(host)) return { url }
  return { file: await storeAt(session, url, path) }
}

/** Stores the file at a URL. An error names the field with the URL. */
async function storeAt(session: Session, url: string, path: string): Promise<string> {
  try {
    return (await session.ask(messaging.files.create, { url })).id
  } catch (err) {
    throw err instanceof Fault ? err.withErrors(atPath(err, path)) : err
  }
}

/** Returns an error's problems under the path of the field with the URL. */
const atPath = ({ code, message, errors }: Fault, path: string) =>
  errors.length > 0 ? errors.map((error) => ({ ...error, path })) : [{ path, code, message }]

/** Returns bytes as the stream that an upload takes. */
async function* streamOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** Sets a picture from base64 in `image`, or else from the body's `url`, which is stored as a file first. Refuses a body with neither. */
export async function setPicture(
  session: Session,
  body: Fields,
  { operation, id }: { operation: Mutation; id: string },
): Promise<unknown> {
  const image = textOf(body, 'image')
  if (image !== undefined) {
    const bytes = Buffer.from(image.replace(/^data:[^,]*,/, ''), 'base64')
    return session.upload(operation, { bytes: streamOf(bytes), fields: async () => ({ id }) })
  }
  const url = textOf(body, 'url') ?? failField('url', 'send url or image')
  const file = await storeAt(session, url, 'url')
  return session.uploadStored(operation, { file, input: { id } }).catch((err: unknown) => {
    if (!(err instanceof Fault)) throw err
    // The main API names the stored file, which the program doesn't know.
    throw err.withErrors(err.errors.map((error) => (error.path === 'file' ? { ...error, path: 'url' } : error)))
  })
}
