import type { FaceCaller } from '@posthorn/contracts'
import type { GraphRequest } from './call.ts'
import { refuse } from './fault.ts'

/** Id of this API as an app: subscriptions and tokens name it. */
const app = { id: '767283450077', name: 'Posthorn' }

const permissions = ['whatsapp_business_management', 'whatsapp_business_messaging']

/** Returns the app that receives the updates of an account, which is subscribed as long as the number is connected. */
export function listSubscribedApps({ base }: GraphRequest): object {
  return { data: [{ whatsapp_business_api_data: { ...app, link: base } }] }
}

/** Returns what is known of a key. */
export function debugToken(request: GraphRequest, { key }: FaceCaller): object {
  const token = request.query.get('input_token') ?? refuse(100, 'The parameter input_token is required.')
  if (token !== request.key)
    return {
      data: {
        is_valid: false,
        scopes: [],
        error: { code: 190, message: 'Only the key of the request is known here.' },
      },
    }
  return {
    data: {
      app_id: app.id,
      application: app.name,
      type: 'SYSTEM_USER',
      expires_at: 0,
      data_access_expires_at: 0,
      is_valid: true,
      scopes: permissions,
      granular_scopes: permissions.map((scope) => ({ scope })),
      user_id: key,
    },
  }
}
