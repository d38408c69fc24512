import type { Clients } from '@posthorn/client'
import { fail, type UploadForm } from '@posthorn/contracts'
import { type Dispatch, faultBehind, type Incoming } from './dispatch.ts'
import type { FilePart } from './download.ts'

type Call = Parameters<Dispatch>[1]

/** The id of the kept file whose bytes an input wants brought, for operations that take such. */
export function keptFileIn(form: UploadForm | undefined, input: unknown): string | undefined {
  const path = form?.fromFile?.field.split('.') ?? []
  const id = path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], input)
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** The bytes of a kept file, read in the caller's name as they are passed on, with the fields of the input. */
export async function openKeptFile(
  clients: Clients,
  { id, form, input, call }: { id: string; form: UploadForm; input: unknown; call: Call },
): Promise<Incoming> {
  const read = (offset: number): Promise<FilePart> =>
    clients.messaging.files.download.query({ id, offset }, clients.calling(call)).catch((err: unknown) => {
      throw faultBehind(err)
    })
  const first = await read(0)
  if (first.size > form.bytesMax) fail('file:too_large', { message: `A file may have ${form.bytesMax} bytes here.` })
  refuseOtherTypes(form, first.mime)
  async function* bytes() {
    for (let part = first; ; part = await read(part.next)) {
      yield Buffer.from(part.content, 'base64')
      if (part.next === null) return
    }
  }
  const given = Object.entries(input as object).filter(([name]) => Object.hasOwn(form.fields.shape, name))
  return { bytes: bytes(), fields: async () => Object.fromEntries(given) }
}

function refuseOtherTypes({ fromFile }: UploadForm, mime: string): void {
  if (fromFile?.mimes === undefined || fromFile.mimes.includes(mime)) return
  const message = `is ${mime}, but must be ${fromFile.mimes.join(' or ')}`
  fail('request:invalid', { errors: [{ path: fromFile.field, code: 'field:invalid', message }] })
}
