import { defineService, implement, run } from './index.ts'

/** A service process that never finishes starting. It sends a message once it has begun. */
const service = defineService({
  name: 'contacts',
  config: {},
  entities: [],
  migrations: [],
  deps: () => {
    process.send?.('starting')
    return new Promise<object>((resolve) => setTimeout(resolve, 600_000, {}))
  },
  router: implement({}, {}),
  subscribers: [],
  workers: [],
})

await run(service, process.env)
