import type { IHttpRequestOptions } from 'n8n-workflow'
import { expect, test } from 'vitest'
import { type ActionContext, runItem } from '../nodes/Posthorn/run-item.ts'

test('an additional field that was added and left empty is cleared, and one that was not added stays as it is', async () => {
  const sent: unknown[] = []
  const parameters: Record<string, unknown> = {
    operation: 'contacts.update',
    id: 'con_1',
    additionalFields: { name: '', company: 'Shop', phone: '' },
  }
  const context = {
    getNodeParameter: (name: string, _: number, fallback: unknown) => parameters[name] ?? fallback,
    getExecutionId: () => '1',
    getNode: () => ({ id: 'node' }),
    getInputData: () => [{ json: {} }],
    evaluateExpression: () => 0,
    getCredentials: () => ({ url: 'https://posthorn.example.com', token: 'key' }),
    helpers: {
      async httpRequestWithAuthentication(_: string, { body }: IHttpRequestOptions) {
        sent.push(JSON.parse(body as string))
        return { body: '{"id":"con_1"}', headers: {}, statusCode: 200 }
      },
    },
  } as unknown as ActionContext
  await runItem(context, 0)
  // The phone cannot be null, so an empty one is left out.
  expect(sent).toEqual([{ name: null, company: 'Shop' }])
})
