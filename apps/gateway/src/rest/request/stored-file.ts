import type { Clients } from '@posthorn/client'
import { fail, failField, type UploadForm, unknownIn } from '@posthorn/contracts'
import { type CallOptions, faultBehind, type UploadSource } from '../dispatch.ts'
import type { FilePart } from '../respond/download.ts'

/** Returns the id of the stored file an input names, for operations that take one. */
export function storedFileIn(form: UploadForm, input: unknown): string | undefined {
  const path = form.fromFile?.field.split('.') ?? []
  const id = path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], input)
  return typeof id === 'string' && id !== '' ? id : undefined
}

type StoredFile = { id: string; form: UploadForm; input: unknown; call: CallOptions }

/** Opens a stored file on behalf of the caller, with the input's fields. */
export async function openStoredFile(clients: Clients, { id, form, input, call }: StoredFile): Promise<UploadSource> {
  const read = (offset: number): Promise<FilePart> =>
    clients.messaging.files.download.query({ id, offset }, clients.calling(call)).catch((err: unknown) => {
      const fault = faultBehind(err)
      throw fault.code === 'file:not_found'
        ? fault.withErrors([unknownIn(fault.code, form.fromFile?.field ?? 'file')])
        : fault
    })
  const first = await read(0)
  if (first.size > form.bytesMax)
    fail('file:too_large', { message: `The file is over the limit of ${form.bytesMax} bytes; use a smaller one.` })
  refuseOtherTypes(form, first.mime)
  async function* bytes() {
    for (let part = first; ; part = await read(part.next)) {
      yield Buffer.from(part.content, 'base64')
      if (part.next === null) return
    }
  }
  const fields = Object.entries(input as object).filter(([name]) => Object.hasOwn(form.fields.shape, name))
  return { bytes: bytes(), fields: async () => Object.fromEntries(fields) }
}

function refuseOtherTypes({ fromFile }: UploadForm, mime: string): void {
  if (fromFile?.mimes === undefined || fromFile.mimes.includes(mime)) return
  const message = `must be a file of type ${fromFile.mimes.join(' or ')}, not ${mime}`
  failField(fromFile.field, message)
}
