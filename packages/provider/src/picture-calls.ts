import type { GraphCall } from './media-calls.ts'
import { callOutcome } from './outcome.ts'
import type { PictureCalls } from './provider.ts'
import { uploadHandle } from './resumable.ts'

/** The way of a picture to the profile, by the handle of its upload (cloud-api.md 4.2, 8). */
export function pictureCalls(call: GraphCall): PictureCalls {
  return {
    changePicture: async (line, picture) => {
      const uploaded = await uploadHandle(call, line, picture)
      if (!uploaded.ok) return uploaded
      const shown = callOutcome(
        await call(line, {
          method: 'POST',
          path: `/${encodeURIComponent(line.phoneNumberId)}/whatsapp_business_profile`,
          body: JSON.stringify({ messaging_product: 'whatsapp', profile_picture_handle: uploaded.handle }),
        }),
      )
      return shown.ok ? { ok: true } : shown
    },
  }
}
