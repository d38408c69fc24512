/** Bytes to upload. A stream is sent as it arrives and only once, so a failed attempt isn't retried. */
export type Upload = Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array>

/** A form, and its content type if `fetch` doesn't set it. */
type UploadBody = { body: FormData | ReadableStream<Uint8Array>; type?: string }

/** Whether the value is bytes rather than JSON. */
export const isUpload = (value: unknown): value is Upload =>
  value instanceof Blob ||
  value instanceof ReadableStream ||
  value instanceof ArrayBuffer ||
  (ArrayBuffer.isView(value) && value instanceof Uint8Array)

/** Creates a form with the bytes and their fields. */
export function uploadBody(file: Upload, fields: Readonly<Record<string, unknown>>): UploadBody {
  const texts = Object.entries(fields).flatMap(([name, value]) => textsOf(name, value))
  const filename = typeof fields['filename'] === 'string' ? fields['filename'] : nameOf(file)
  const type = typeof fields['mime'] === 'string' ? fields['mime'] : ''
  if (file instanceof ReadableStream) return streamedForm(file, { texts, filename, type })
  const form = new FormData()
  for (const [name, text] of texts) form.append(name, text)
  form.append('file', file instanceof Blob ? file : new Blob([new Uint8Array(file)], { type }), filename)
  return { body: form }
}

/** Returns the name of a `File`. Other bytes have none and are called `file`. */
function nameOf(file: Upload): string {
  const { name } = file as { name?: unknown }
  return typeof name === 'string' && name !== '' ? name : 'file'
}

/** Returns the form fields for a value. A list repeats its name; objects are JSON. */
function textsOf(name: string, value: unknown): [string, string][] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.map((each) => [name, String(each)])
  return [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
}

/** Writes the form around the stream, because `FormData` only supports whole files. */
function streamedForm(
  file: ReadableStream<Uint8Array>,
  { texts, filename, type }: { texts: [string, string][]; filename: string; type: string },
): UploadBody {
  const boundary = `posthorn-${crypto.randomUUID()}`
  const encoder = new TextEncoder()
  const head = (name: string, more: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${more}\r\n\r\n`
  const before = texts.map(([name, text]) => `${head(name, '')}${text}\r\n`).join('')
  const mime = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream'
  const opening = head('file', `; filename="${quoted(filename)}"\r\nContent-Type: ${mime}`)
  const reader = file.getReader()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(`${before}${opening}`)),
    async pull(controller) {
      const { done, value } = await reader.read()
      if (!done) return controller.enqueue(value)
      controller.enqueue(encoder.encode(`\r\n--${boundary}--\r\n`))
      controller.close()
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return { body, type: `multipart/form-data; boundary=${boundary}` }
}

/** Escapes a name the way browsers do in forms. */
const quoted = (name: string): string => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
